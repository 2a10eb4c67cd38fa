/** The four orders of a list of channels, and the caption that each gives a channel. Pure. */
import type { RacerChannel } from '@rollcall/contract/dashboard'
import { streamerName } from '#ui/streamer-name.ts'
import { sumKnown } from './sum-known.ts'
import { texts } from './texts.ts'

export interface ChannelOrder {
  /** The order's name in the address; null: the default, which is left out. */
  readonly slug: string | null
  readonly label: string
  /** The number that orders the channels, highest first; null: by name. */
  readonly measure: Measure | null
}

interface Measure {
  readonly caption: (value: number | null) => string
  readonly read: (channel: RacerChannel) => number | null
}

const BY_NAME: ChannelOrder = { slug: null, label: texts.channels.byName, measure: null }

export const channelOrders: readonly ChannelOrder[] = [
  BY_NAME,
  {
    slug: 'points',
    label: texts.channels.byPoints,
    measure: { caption: texts.channels.points, read: (c) => sumKnown(c.race_points, c.br_points) },
  },
  {
    slug: 'races',
    label: texts.channels.byRaces,
    measure: { caption: texts.channels.races, read: (c) => sumKnown(c.race_races, c.br_races) },
  },
  {
    slug: 'wins',
    label: texts.channels.byWins,
    measure: { caption: texts.channels.wins, read: (c) => sumKnown(c.race_wins, c.br_wins) },
  },
]

export function channelName({ user, channel }: RacerChannel): string {
  return user ? streamerName(user) : channel
}

/** An unknown order means the default. */
export function orderFromSearch(search: URLSearchParams): ChannelOrder {
  const slug = search.get('sort')
  return channelOrders.find((order) => order.slug !== null && order.slug === slug) ?? BY_NAME
}

export function searchFromOrder({ slug }: ChannelOrder): string {
  return slug === null ? '' : `?sort=${slug}`
}

const names = new Intl.Collator('en-US', { sensitivity: 'base' })

/** Channels with an unknown number come last; equal ones are sorted by name. */
export function inOrder(channels: readonly RacerChannel[], { measure }: ChannelOrder) {
  const byName = (a: RacerChannel, b: RacerChannel) =>
    names.compare(channelName(a), channelName(b)) || a.id - b.id
  if (measure === null) return channels.toSorted(byName)
  const value = (channel: RacerChannel) => measure.read(channel) ?? Number.NEGATIVE_INFINITY
  return channels.toSorted((a, b) => {
    const [valueA, valueB] = [value(a), value(b)]
    return valueA === valueB ? byName(a, b) : valueB > valueA ? 1 : -1
  })
}

export function makeCaption(channel: RacerChannel, { measure }: ChannelOrder): string | null {
  return measure === null ? null : measure.caption(measure.read(channel))
}
