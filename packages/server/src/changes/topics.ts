/**
 * What a transaction may have changed: the thing, and after a `/` its part. A prefix, up to a `/` or a `:`, concerns
 * all topics below it. What browsers follow has names of its own, which begin with who may hear it:
 * `contract/src/live.ts`.
 */
export type Topic =
  /** A channel's numbers in a season, or that it has any. */
  | `season:${number}/channel:${number}`
  /** A channel's name, its owner, or the owner's picture. */
  | `channel:${number}`
  /** What somebody has uploaded, or has had uploaded for them. */
  | `uploads:${number}`
  /** Somebody's companions: which there are, and what they say. */
  | `companions:${number}`
  /** The games of a channel, and what its racers are called there. */
  | `games:${number}`
  /** An event's name, dates, participants or points. */
  | `event:${number}/details`
  | `event:${number}/channel:${number}`
  /** What the organiser of an event's show knows of it: each write to the show. */
  | `show:${number}/organiser`
  /** What its stage shows, in a rehearsal too, and its overlay. */
  | `show:${number}/stage`
  | `show:${number}/overlay`
  /** What viewers see of it: steps that are due. */
  | `show:${number}/viewers`
  /** Whether a streamer's channel overlay is paused. */
  | `pause:${number}`
  /** What an address without sign-in leads to. */
  | `link:${string}`
  /** The settings, the current season among them. */
  | 'settings'
  | `session:${string}`

export type Concern = Topic | `season:${number}` | `event:${number}` | `show:${number}` | 'channel'

/** What a topic is within: itself, and each beginning of it before a `/` or a `:`. */
export function concernsOf(topic: string): string[] {
  const concerns = [topic]
  // Many are looked at in one go: a regular expression would take three times as long.
  for (let index = 0; index < topic.length; index += 1) {
    const sign = topic[index]
    if (sign === '/' || sign === ':') {
      concerns.push(topic.slice(0, index))
    }
  }
  return concerns
}
