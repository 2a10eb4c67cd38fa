import type { ProposedRow } from '@rollcall/contract/leagues'
import { shownName } from '@rollcall/scoring/racer'
import { formatNumber } from '#ui/format-number.ts'
import { RacerLink } from '#ui/links.tsx'
import { BeforeAfter } from './before-after.tsx'
import { texts as rowTexts } from './rows/texts.ts'
import { texts } from './texts.ts'

const { proposal: words } = texts

interface ChangedRowsProps {
  readonly rows: readonly ProposedRow[]
  /** How many there are, named or not. */
  readonly total: number
  readonly label: string
  readonly isOutOfDate?: boolean
}

/** Rows of a board as they are and as they would be. */
export function ChangedRows({ rows, ...shown }: ChangedRowsProps) {
  return (
    <BeforeAfter
      {...shown}
      column={rows[0]?.channel ? rowTexts.streamer.column : texts.columns.racer}
      rows={rows.map((row) => ({
        name: (
          <RacerLink racer={row}>
            <bdi>{shownName(row)}</bdi>
          </RacerLink>
        ),
        before: resultInWords(row.before),
        after: resultInWords(row.after),
      }))}
    />
  )
}

function resultInWords(result: ProposedRow['before']): string {
  if (result === null) return words.absent
  return result.isDisqualified
    ? words.disqualified
    : words.result(result.rank, formatNumber(result.points), result.bonus)
}
