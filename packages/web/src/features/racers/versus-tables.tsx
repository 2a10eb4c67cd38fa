import { VisuallyHidden } from '@mantine/core'
import { type RacerLabel, shownName } from '@rollcall/scoring/racer'
import type { ReactNode } from 'react'
import { BreakableName } from '#ui/breakable-name.tsx'
import { formatNumber } from '#ui/format-number.ts'
import { Table } from '#ui/layout/table.tsx'
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

/** A name as the heading of a narrow column: cut after four lines, because the score above has it in full. */
function NameHead({ of }: { readonly of: RacerLabel }) {
  const name = shownName(of)
  return (
    <th scope="col" className={tables.name} title={name}>
      <bdi>
        <BreakableName>{name}</BreakableName>
      </bdi>
    </th>
  )
}

/** In how many games each was ahead: by mode, by channel and by season. */
export function MeetingsTable({ versus }: { readonly versus: Versus }) {
  const { racer, other, meetings } = versus
  return (
    <Table className={tables.table}>
      <VisuallyHidden component="caption">{words.score}</VisuallyHidden>
      <thead>
        <tr>
          <td />
          <th scope="col">{words.games}</th>
          <NameHead of={racer} />
          <NameHead of={other} />
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
    </Table>
  )
}

/** The points of both on channels where both have some. */
export function SharedPointsTable({ versus }: { readonly versus: Versus }) {
  const { racer, other, points } = versus
  return (
    <Table className={tables.table}>
      <VisuallyHidden component="caption">{words.points}</VisuallyHidden>
      <thead>
        <tr>
          <th scope="col">{words.channel}</th>
          <th scope="col">{words.season}</th>
          <NameHead of={racer} />
          <NameHead of={other} />
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
    </Table>
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
