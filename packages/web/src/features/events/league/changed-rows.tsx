import type { ProposedRow } from '@rollcall/contract/leagues'
import { shownName } from '@rollcall/scoring/racer'
import { formatNumber } from '#ui/format-number.ts'
import { Quiet } from '#ui/layout/layout.tsx'
import { Table } from '#ui/layout/table.tsx'
import { RacerLink } from '#ui/links.tsx'
import { ScrollRegion } from '#ui/panel.tsx'
import classes from './league.module.css'
import { texts as rowTexts } from './rows/texts.ts'
import { texts } from './texts.ts'

const { proposal: words } = texts

interface ChangedRowsProps {
  readonly rows: readonly ProposedRow[]
  /** How many there are, named or not. */
  readonly total: number
  readonly label: string
}

/** Rows of a board as they are and as they would be. */
export function ChangedRows({ rows, total, label }: ChangedRowsProps) {
  return (
    <>
      <ScrollRegion label={label} className={classes.scroller}>
        <Table aria-label={label}>
          <thead>
            <tr>
              <th scope="col">
                {rows[0]?.channel ? rowTexts.streamer.column : texts.columns.racer}
              </th>
              <th scope="col">{words.before}</th>
              <th scope="col">{words.after}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // Hidden racers have one name.
              // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
              <tr key={index}>
                <th scope="row">
                  <RacerLink racer={row}>
                    <bdi>{shownName(row)}</bdi>
                  </RacerLink>
                </th>
                <td>{resultInWords(row.before)}</td>
                <td>{resultInWords(row.after)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </ScrollRegion>
      {total > rows.length && <Quiet>{words.more(total - rows.length)}</Quiet>}
    </>
  )
}

function resultInWords(result: ProposedRow['before']): string {
  if (result === null) return words.absent
  return result.isDisqualified
    ? words.disqualified
    : words.result(result.rank, formatNumber(result.points), result.bonus)
}
