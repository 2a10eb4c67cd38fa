/** The four orders of a list of channels, and what each says of a channel. Pure. */
import type { RacerChannel } from '@rollcall/contract/dashboard'
import { streamerName } from '#ui/streamer-name.ts'
import { texts } from './texts.ts'

export interface ChannelOrder {
  /** How the order is spelt in the address; null: the default is left out of it. */
  readonly slug: string | null
  readonly label: string
  /** What the channels are ordered by, highest first; null: by name. */
  readonly measure: Measure | null
}

interface Measure {
  readonly caption: (value: number | null) => string
  readonly valueOf: (channel: RacerChannel) => number | null
}

const BY_NAME: ChannelOrder = { slug: null, label: texts.channels.byName, measure: null }

export const channelOrders: readonly ChannelOrder[] = [
  BY_NAME,
  {
    slug: 'points',
    label: texts.channels.byPoints,
    measure: { caption: texts.channels.points, valueOf: (c) => sumOf(c.race_points, c.br_points) },
  },
  {
    slug: 'races',
    label: texts.channels.byRaces,
    measure: { caption: texts.channels.races, valueOf: (c) => sumOf(c.race_races, c.br_races) },
  },
  {
    slug: 'wins',
    label: texts.channels.byWins,
    measure: { caption: texts.channels.wins, valueOf: (c) => sumOf(c.race_wins, c.br_wins) },
  },
]

/** Numbers may come as text; a sum of known and unknown is the known part. */
export function sumOf(...counts: readonly (number | string | null)[]): number | null {
  const known = counts.filter((count) => count !== null && count !== '').map(Number)
  return known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0)
}

export function shownName({ user, channel }: RacerChannel): string {
  return user ? streamerName(user) : channel
}

/** What makes no sense counts as the default. */
export function orderFromSearch(search: URLSearchParams): ChannelOrder {
  const slug = search.get('sort')
  return channelOrders.find((order) => order.slug !== null && order.slug === slug) ?? BY_NAME
}

export function searchFromOrder({ slug }: ChannelOrder): string {
  return slug === null ? '' : `?sort=${slug}`
}

const names = new Intl.Collator('en-US', { sensitivity: 'base' })

/** Channels of which the number is unknown come last, equal ones by name. */
export function inOrder(channels: readonly RacerChannel[], { measure }: ChannelOrder) {
  const byName = (a: RacerChannel, b: RacerChannel) =>
    names.compare(shownName(a), shownName(b)) || a.id - b.id
  if (measure === null) return channels.toSorted(byName)
  const value = (channel: RacerChannel) => measure.valueOf(channel) ?? Number.NEGATIVE_INFINITY
  return channels.toSorted((a, b) => {
    const [valueA, valueB] = [value(a), value(b)]
    return valueA === valueB ? byName(a, b) : valueB > valueA ? 1 : -1
  })
}

export function captionOf(channel: RacerChannel, { measure }: ChannelOrder): string | null {
  return measure === null ? null : measure.caption(measure.valueOf(channel))
}
