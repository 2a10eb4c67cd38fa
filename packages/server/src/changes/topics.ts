/**
 * What a committed transaction may have changed, as short texts. A topic is announced by what writes it
 * (docs/architecture.md, "The change feed"); a prefix of it, up to a `/` or a `:`, concerns all below it.
 */
export type Topic =
  /** A channel's numbers in a season, or that it has any. */
  | `season:${number}/channel:${number}`
  /** A channel's name, its owner, or the owner's picture. */
  | `channel:${number}`
  /** The games of a channel. */
  | `games:${number}`
  /** An event's name, dates, participants or points. */
  | `event:${number}/details`
  /** A channel's snapshot of an event. */
  | `event:${number}/channel:${number}`
  /** The settings, the current season among them. */
  | 'settings'
  /** A session has ended. */
  | `session:${string}`

/** A topic, or all topics below one. */
export type Concern = Topic | `season:${number}` | `event:${number}` | 'channel'

/** Whether a change of the topic concerns somebody who asked for the concern. */
export function isWithin(topic: string, concern: Concern): boolean {
  return topic === concern || topic.startsWith(`${concern}/`) || topic.startsWith(`${concern}:`)
}
