import { hasCounted, type LeagueRow, type Round } from '@rollcall/contract/leagues'
import { TEAM_COLORS } from '@rollcall/contract/team-rules'
import { shownName } from '@rollcall/scoring/racer'
import type { ReactNode } from 'react'
import { Sentence } from '#texts/sentence.tsx'
import { RankBadge } from '#ui/board/rank-badge.tsx'
import ranked from '#ui/board/ranked-row.module.css'
import { RowMarble } from '#ui/board/ranked-row.tsx'
import { RowName } from '#ui/board/row-name.tsx'
import { TeamLink } from '#ui/board/team-link.tsx'
import { formatNumber } from '#ui/format-number.ts'
import { Quiet } from '#ui/layout/layout.tsx'
import { Table } from '#ui/layout/table.tsx'
import { RacerLink } from '#ui/links.tsx'
import { ScrollRegion } from '#ui/panel.tsx'
import { texts as terms } from '#ui/points-terms/texts.ts'
import classes from './league.module.css'
import { texts as rowTexts } from './rows/texts.ts'
import { texts as sealedShow } from './sealed-show-texts.ts'
import { texts } from './texts.ts'

const { columns } = texts
const MARBLE_PX = 28

type ShownRow = LeagueRow & {
  /** What organisers wrote to the reader, who is disqualified. */
  readonly note?: string | null | undefined
}

interface LeagueTableProps {
  readonly rounds: readonly Round[]
  readonly rows: readonly ShownRow[]
  readonly label: string
  readonly isOutOfDate: boolean
  /** The id of the row that somebody looks for. */
  readonly current?: string | undefined
  /** Where results come from, as `useCells` says it. */
  readonly cells?:
    | {
        readonly opens: (row: ShownRow) => boolean
        readonly onCell: (row: ShownRow, index: number) => void
      }
    | undefined
  /** What a row says of its division. */
  readonly divisionOf?: (row: ShownRow) => ReactNode
  /** What the rows are, if they are no racers, and what a press on a result does. */
  readonly teams?: {
    readonly column: string
    readonly onCell: (row: ShownRow, index: number) => void
    readonly link: (row: ShownRow, name: ReactNode) => ReactNode
  }
}

/** The rows with what each round gave them. */
export function LeagueTable(props: LeagueTableProps) {
  const { rounds, rows, label, isOutOfDate, current, teams } = props
  const shown = columnsOf(rounds)
  return (
    <>
      <ScrollRegion label={label} className={classes.scroller}>
        <Table
          className={`${classes.table} ${ranked.wrapping}`}
          isOutOfDate={isOutOfDate}
          aria-label={label}
        >
          <thead>
            <tr>
              <th scope="col">{columns.rank}</th>
              <th scope="col">{teams?.column ?? columnOf(rows)}</th>
              <th scope="col">{columns.total}</th>
              {shown.map((round) => (
                <RoundHeading key={round.eventId} round={round} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id} aria-current={row.id === current || undefined}>
                <TableRow {...props} row={row} shown={shown} />
              </tr>
            ))}
          </tbody>
        </Table>
      </ScrollRegion>
      {rows.some(hasEventPoints) && <Quiet size="xs">{texts.smallNumbers}</Quiet>}
      {shown.filter(isSealed).map(({ eventId, number }) => (
        <Quiet key={eventId}>{sealedShow.order(columns.round(number))}</Quiet>
      ))}
    </>
  )
}

function RoundHeading({ round: { name, number, state } }: { readonly round: ShownRound }) {
  return (
    <th scope="col">
      <abbr title={name}>{columns.round(number)}</abbr>
      <span className={ranked.unseen}>{name}</span>
      {state === 'provisional' && (
        <>
          <sup aria-hidden="true">{columns.provisional}</sup>
          <span className={ranked.unseen}>{texts.provisional}</span>
        </>
      )}
    </th>
  )
}

interface RowProps extends Pick<LeagueTableProps, 'divisionOf' | 'teams' | 'cells' | 'rounds'> {
  readonly row: ShownRow
  readonly shown: readonly ShownRound[]
}

function TableRow({ row, shown, rounds, divisionOf, teams, ...props }: RowProps) {
  const cells = teams ? { ...teams, opens: () => true } : props.cells
  const press = (index: number) => (cells?.opens(row) ? () => cells.onCell(row, index) : undefined)
  return (
    <>
      <td>{row.rank !== null && <RankBadge rank={row.rank} />}</td>
      <th scope="row">
        <RowName
          picture={<RowMarble racer={row} sizePx={MARBLE_PX} />}
          name={shownName(row)}
          link={(name) =>
            teams ? teams.link(row, name) : <RacerLink racer={row}>{name}</RacerLink>
          }
        />
        <Note row={row} counting={countingRounds(rounds)} division={divisionOf?.(row)} />
      </th>
      <td className={classes.total}>{formatNumber(row.total)}</td>
      {shown.map((round, index) => (
        <td key={round.eventId}>
          {isSealed(round) ? (
            <Quiet as="span" size="xs">
              {sealedShow.cell}
            </Quiet>
          ) : (
            // The rounds that count are before the one that waits.
            <Result cell={row.cells[index]} onPress={press(index)} />
          )}
        </td>
      ))}
    </>
  )
}

/** All rows are of one kind. */
const columnOf = ([first]: readonly ShownRow[]) =>
  first?.channel ? rowTexts.streamer.column : columns.racer

interface NoteProps {
  readonly row: ShownRow
  readonly counting: ReturnType<typeof countingRounds>
  readonly division?: ReactNode
}

function Note({ row, counting, division }: NoteProps) {
  return (
    <Quiet as="span" size="xs" className={classes.note}>
      {division}
      <Reasons row={row} counting={counting} />
    </Quiet>
  )
}

/** Why the row has no rank, or what put it ahead of the next one. */
export function Reasons({ row, counting }: NoteProps) {
  const { team, missing, decided, disqualified, note } = row
  const round = decided?.rule === 'last_round' ? counting[(decided.at ?? 1) - 1] : undefined
  return (
    <>
      {team && <TeamLink team={team} color={TEAM_COLORS[team.color]} />}
      {missing > 0 && <span>{texts.missing(missing)}</span>}
      {disqualified && <span>{texts.outOfLeague(terms.reasons[disqualified], note)}</span>}
      {decided && (
        <span>
          <Sentence
            text={texts.decided[decided.rule](decided)}
            parts={{
              over: <bdi>{decided.over}</bdi>,
              round: <span>{columns.round(round?.number ?? 1)}</span>,
            }}
          />
        </span>
      )}
    </>
  )
}

/** By their number in the series. */
export const countingRounds = (rounds: readonly Round[]) => numbered(rounds).filter(hasCounted)

/** Those with a column: the last one may wait for the show of the table. */
const columnsOf = (rounds: readonly Round[]) =>
  numbered(rounds).filter((round) => hasCounted(round) || isSealed(round))

const numbered = (rounds: readonly Round[]) =>
  rounds.map((round, index) => ({ ...round, number: index + 1 }))

type ShownRound = ReturnType<typeof numbered>[number]

const hasEventPoints = ({ cells }: LeagueRow) =>
  cells.some(({ rank, eventPoints }) => rank !== null && eventPoints !== undefined)

const isSealed = ({ waitsForTable }: Round) => waitsForTable === true

interface ResultProps {
  readonly cell: LeagueRow['cells'][number] | undefined
  readonly onPress?: (() => void) | undefined
}

/** What does not count is in brackets and struck through, so that colours say nothing alone. */
function Result({ cell, onPress }: ResultProps) {
  if (cell === undefined) return null
  const { rank, value, isDropped, isDisqualified, eventPoints } = cell
  if (isDisqualified) {
    const short = <abbr title={texts.disqualified.long}>{texts.disqualified.short}</abbr>
    return <Pressable onPress={onPress}>{short}</Pressable>
  }
  const shown = rank === null ? '–' : formatNumber(value)
  const words =
    rank === null
      ? isDropped
        ? texts.absentDropped
        : texts.absent
      : texts.cell(rank, isDropped ? texts.dropped(shown) : shown, cell)
  const result = (
    <>
      <span aria-hidden="true" title={words}>
        {isDropped ? <s>({shown})</s> : shown}
        {rank !== null && eventPoints !== undefined && (
          <>
            <br />
            <Quiet as="span" size="xs" className={classes.raw}>
              {formatNumber(eventPoints)}
            </Quiet>
          </>
        )}
      </span>
      <span className={ranked.unseen}>{words}</span>
    </>
  )
  return <Pressable onPress={rank === null ? undefined : onPress}>{result}</Pressable>
}

function Pressable({ onPress, children }: Pick<ResultProps, 'onPress'> & { children: ReactNode }) {
  if (onPress === undefined) return <>{children}</>
  return (
    <button type="button" className={classes.result} onClick={onPress}>
      {children}
    </button>
  )
}
