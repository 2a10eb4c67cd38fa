import type { MovedRow } from '@rollcall/contract/leagues-what-if'
import { shownName } from '@rollcall/scoring/racer'
import { formatNumber } from '#ui/format-number.ts'
import { Quiet } from '#ui/layout/layout.tsx'
import { RacerLink } from '#ui/links.tsx'
import { BeforeAfter } from '../before-after.tsx'
import { texts as rowTexts } from '../rows/texts.ts'
import { texts as leagueTexts } from '../texts.ts'
import { type Kind, texts } from './texts.ts'

interface MovesProps {
  readonly label: string
  readonly kind: Kind
  readonly moves: {
    readonly moved: readonly MovedRow[]
    readonly movedTotal: number
    readonly retotalled: number
  }
  readonly isOutOfDate: boolean
  /** The summary above says how many move. */
  readonly isFirst?: boolean
}

const COLUMNS: Readonly<Record<Kind, string>> = {
  racers: leagueTexts.columns.racer,
  streamers: rowTexts.streamer.column,
  teams: texts.team,
}

/** Who would move in one table; nothing, if nobody would. */
export function Moves({ label, kind, moves, isOutOfDate, isFirst = false }: MovesProps) {
  const { moved, movedTotal, retotalled } = moves
  return (
    <>
      {movedTotal > 0 && !isFirst && (
        <>
          <h4>
            <bdi>{label}</bdi>
          </h4>
          <Quiet>{texts.moved(kind, movedTotal)}</Quiet>
        </>
      )}
      {movedTotal > 0 && (
        <BeforeAfter
          label={label}
          column={COLUMNS[kind]}
          total={movedTotal}
          isOutOfDate={isOutOfDate}
          rows={moved.map((row) => ({
            name: kind === 'teams' ? <bdi>{row.racer_name}</bdi> : <Racer row={row} />,
            before: standingInWords(row.before),
            after: standingInWords(row.after),
          }))}
        />
      )}
      {retotalled > 0 && (movedTotal > 0 || isFirst) && (
        <Quiet>{texts.retotalled(kind, retotalled)}</Quiet>
      )}
    </>
  )
}

const Racer = ({ row }: { readonly row: MovedRow }) => (
  <RacerLink racer={row}>
    <bdi>{shownName(row)}</bdi>
  </RacerLink>
)

const standingInWords = (standing: MovedRow['before']): string =>
  standing === null ? texts.absent : texts.standing(standing.rank, formatNumber(standing.total))
