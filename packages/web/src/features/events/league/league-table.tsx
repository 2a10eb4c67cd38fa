import { hasCounted, type LeagueRow, type Round } from '@rollcall/contract/leagues'
import { shownName } from '@rollcall/scoring/racer'
import { Sentence } from '#texts/sentence.tsx'
import { RankBadge } from '#ui/board/rank-badge.tsx'
import ranked from '#ui/board/ranked-row.module.css'
import { RowMarble } from '#ui/board/ranked-row.tsx'
import { RowName } from '#ui/board/row-name.tsx'
import { formatNumber } from '#ui/format-number.ts'
import { Quiet } from '#ui/layout/layout.tsx'
import { Table } from '#ui/layout/table.tsx'
import { RacerLink } from '#ui/links.tsx'
import { ScrollRegion } from '#ui/panel.tsx'
import classes from './league.module.css'
import { texts as rowTexts } from './rows/texts.ts'
import { texts } from './texts.ts'

const { columns } = texts
const MARBLE_PX = 28

type ShownRow = LeagueRow & { readonly rankBefore?: number | null | undefined }

interface LeagueTableProps {
  readonly rounds: readonly Round[]
  readonly rows: readonly ShownRow[]
  readonly label: string
  readonly isOutOfDate: boolean
  /** The id of the row that somebody looks for. */
  readonly current?: string | undefined
  /** What the rows are, if they are no racers, and what a press on a result does. */
  readonly teams?: {
    readonly column: string
    readonly onCell: (row: ShownRow, index: number) => void
  }
}

/** The rows with what each round gave them. */
export function LeagueTable(props: LeagueTableProps) {
  const { rounds, rows, label, isOutOfDate, current, teams } = props
  const counting = countingRounds(rounds)
  return (
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
            {counting.map(({ eventId, name, number, state }) => (
              <th key={eventId} scope="col">
                <abbr title={name}>{columns.round(number)}</abbr>
                <span className={ranked.unseen}>{name}</span>
                {state === 'provisional' && (
                  <>
                    <sup aria-hidden="true">{columns.provisional}</sup>
                    <span className={ranked.unseen}>{texts.provisional}</span>
                  </>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} aria-current={row.id === current || undefined}>
              <td>{row.rank !== null && <RankBadge rank={row.rank} />}</td>
              <th scope="row">
                <RowName
                  picture={<RowMarble racer={row} sizePx={MARBLE_PX} />}
                  name={shownName(row)}
                  link={teams ? undefined : (name) => <RacerLink racer={row}>{name}</RacerLink>}
                />
                <Note row={row} counting={counting} />
              </th>
              <td className={classes.total}>{formatNumber(row.total)}</td>
              {counting.map(({ eventId }, index) => (
                <td key={eventId}>
                  <Result
                    cell={row.cells[index]}
                    onPress={teams && (() => teams.onCell(row, index))}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </ScrollRegion>
  )
}

/** All rows are of one kind. */
const columnOf = ([first]: readonly ShownRow[]) =>
  first?.channel ? rowTexts.streamer.column : columns.racer

interface NoteProps {
  readonly row: ShownRow
  readonly counting: ReturnType<typeof countingRounds>
}

function Note({ row, counting }: NoteProps) {
  const { rank, rankBefore } = row
  return (
    <Quiet as="span" size="xs" className={classes.note}>
      <Reasons row={row} counting={counting} />
      {rankBefore !== undefined && rankBefore !== rank && <span>{texts.was(rankBefore)}</span>}
    </Quiet>
  )
}

/** Why the row has no rank, or what put it ahead of the next one. */
export function Reasons({ row, counting }: NoteProps) {
  const { missing, decided } = row
  const round = decided?.rule === 'last_round' ? counting[(decided.at ?? 1) - 1] : undefined
  return (
    <>
      {missing > 0 && <span>{texts.missing(missing)}</span>}
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

/** Those with a column, by their number in the series. */
export const countingRounds = (rounds: readonly Round[]) =>
  rounds.map((round, index) => ({ ...round, number: index + 1 })).filter(hasCounted)

interface ResultProps {
  readonly cell: LeagueRow['cells'][number] | undefined
  readonly onPress?: (() => void) | undefined
}

/** What does not count is in brackets and struck through, so that colours say nothing alone. */
function Result({ cell, onPress }: ResultProps) {
  if (cell === undefined) return null
  const { rank, value, isDropped, isDisqualified } = cell
  if (isDisqualified) {
    return <abbr title={texts.disqualified.long}>{texts.disqualified.short}</abbr>
  }
  const shown = rank === null ? '–' : formatNumber(value)
  const words =
    rank === null
      ? isDropped
        ? texts.absentDropped
        : texts.absent
      : texts.cell(rank, isDropped ? texts.dropped(shown) : shown, cell.adjustment)
  const result = (
    <>
      <span aria-hidden="true" title={words}>
        {isDropped ? <s>({shown})</s> : shown}
      </span>
      <span className={ranked.unseen}>{words}</span>
    </>
  )
  if (onPress === undefined || rank === null) return <>{result}</>
  return (
    <button type="button" className={classes.result} onClick={onPress}>
      {result}
    </button>
  )
}
