import { shownName } from '@rollcall/scoring/racer'
import type { ReactNode } from 'react'
import { formatNumber } from '#ui/format-number.ts'
import { ChannelLink } from '#ui/links.tsx'
import { seasonName } from '#ui/season-name.ts'
import { addMeetings } from './add-meetings.ts'
import type { Meetings, Versus } from './queries.ts'
import tables from './table.module.css'
import { texts } from './texts.ts'

const { versus: words } = texts

const channelKey = ({ channel }: Meetings) => `${channel.platform} ${channel.login}`

/** How the meetings are grouped. */
const GROUPINGS: readonly {
  readonly title: string
  readonly keyOf: (each: Meetings) => string
  readonly name: (each: Meetings) => ReactNode
}[] = [
  { title: words.by.mode, keyOf: ({ mode }) => mode, name: ({ mode }) => words.modes[mode] },
  { title: words.by.channel, keyOf: channelKey, name: (each) => <ChannelName of={each} /> },
  {
    title: words.by.season,
    keyOf: ({ season }) => String(season),
    name: ({ season }) => seasonName(season),
  },
]

/** In how many games each was ahead: by mode, by channel and by season. */
export function MeetingsTable({ versus }: { readonly versus: Versus }) {
  const { racer, other, meetings } = versus
  return (
    <table className={tables.table}>
      <caption>{words.score}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{words.games}</th>
          <th scope="col">
            <bdi>{shownName(racer)}</bdi>
          </th>
          <th scope="col">
            <bdi>{shownName(other)}</bdi>
          </th>
        </tr>
      </thead>
      {GROUPINGS.map(({ title, keyOf, name }) => (
        <tbody key={title}>
          <tr>
            <th scope="rowgroup" colSpan={4}>
              {title}
            </th>
          </tr>
          {addMeetings(meetings, keyOf).map(({ key, first, games, ahead, behind }) => (
            <tr key={key}>
              <th scope="row">{name(first)}</th>
              <td>{formatNumber(games)}</td>
              <Compared value={ahead} other={behind} />
              <Compared value={behind} other={ahead} />
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}

/** The points of both on channels where both have some. */
export function SharedPointsTable({ versus }: { readonly versus: Versus }) {
  const { racer, other, points } = versus
  return (
    <table className={tables.table}>
      <caption>{words.points}</caption>
      <thead>
        <tr>
          <th scope="col">{words.channel}</th>
          <th scope="col">{words.season}</th>
          <th scope="col">
            <bdi>{shownName(racer)}</bdi>
          </th>
          <th scope="col">
            <bdi>{shownName(other)}</bdi>
          </th>
        </tr>
      </thead>
      <tbody>
        {points.map((each) => (
          <tr key={`${each.season} ${each.channel.platform} ${each.channel.login}`}>
            <th scope="row">
              <ChannelName of={each} />
            </th>
            <td>{each.season}</td>
            <Compared value={each.racer} other={each.other} />
            <Compared value={each.other} other={each.racer} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface ComparedProps {
  readonly value: number
  readonly other: number
}

/** The larger one is bold. */
function Compared({ value, other }: ComparedProps) {
  return <td data-ahead={value > other || undefined}>{formatNumber(value)}</td>
}

function ChannelName({ of: { channel } }: { readonly of: Pick<Meetings, 'channel'> }) {
  return (
    <ChannelLink channel={channel}>
      <bdi>{channel.name}</bdi>
    </ChannelLink>
  )
}
