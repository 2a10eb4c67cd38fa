/**
 * What a transaction may have changed: a thing and, after a `/`, a part of it. A prefix that ends before a `/` or `:`
 * means all topics that begin with it. What browsers follow has other names, which begin with who may follow:
 * `contract/src/live.ts`.
 */
export type Topic =
  /** A channel's numbers in a season, or whether it has any. */
  | `season:${number}/channel:${number}`
  /** A channel's name, its owner, or the owner's picture. */
  | `channel:${number}`
  /** What a user uploaded, or what was uploaded for them. */
  | `uploads:${number}`
  /** A user's companions: which they have, and what they report. */
  | `companions:${number}`
  /** A channel's games, and what its racers are called there. */
  | `games:${number}`
  /** Where a channel's nights are posted, and what happened to the posts. */
  | `nights:${number}`
  /** Which snapshots count on a channel. */
  | `snapshots:${number}`
  /** An event's name, dates, participants or points. */
  | `event:${number}/details`
  | `event:${number}/channel:${number}`
  /** Bonuses and penalties in an event. People who wait for a sealed show must not even hear that there are any. */
  | `adjustments:${number}`
  /** What the organiser sees of an event's show: every write to it. */
  | `show:${number}/organiser`
  /** What the stage and the overlay show. The stage also shows rehearsals. */
  | `show:${number}/stage`
  | `show:${number}/overlay`
  /** What viewers see: only steps that are due. */
  | `show:${number}/viewers`
  /** Whether a streamer's channel overlay is paused. */
  | `pause:${number}`
  /** What an address without sign-in leads to. */
  | `link:${string}`
  /** Which racers hide their names, on any board. */
  | 'names'
  /** Which logins racers have, or who had one when: a login has changed hands, or an account was deleted. */
  | 'logins'
  /** The settings, including the current season. */
  | 'settings'
  | `session:${string}`

export type CacheTag =
  | Topic
  | `season:${number}`
  | `event:${number}`
  | `show:${number}`
  | 'channel'
  | 'games'

/** The tags that a topic touches: itself, and each prefix of it that ends before a `/` or `:`. */
export function listCacheTags(topic: string): string[] {
  const tags = [topic]
  // Called for many topics at once; a regular expression would take three times as long.
  for (let index = 0; index < topic.length; index += 1) {
    const sign = topic[index]
    if (sign === '/' || sign === ':') {
      tags.push(topic.slice(0, index))
    }
  }
  return tags
}
