import type { ReactNode } from 'react'
import { Quiet } from '#ui/layout/layout.tsx'
import { Table } from '#ui/layout/table.tsx'
import { ScrollRegion } from '#ui/panel.tsx'
import classes from './league.module.css'
import { texts } from './texts.ts'

const { proposal: words } = texts

interface BeforeAfterProps {
  readonly label: string
  /** What the rows are. */
  readonly column: string
  readonly rows: readonly {
    readonly name: ReactNode
    readonly before: string
    readonly after: string
  }[]
  /** How many there are, named or not. */
  readonly total: number
  readonly isOutOfDate?: boolean
}

/** Rows as they are and as they would be. */
export function BeforeAfter({ label, column, rows, total, isOutOfDate = false }: BeforeAfterProps) {
  return (
    <>
      <ScrollRegion label={label} className={classes.scroller}>
        <Table aria-label={label} isOutOfDate={isOutOfDate}>
          <thead>
            <tr>
              <th scope="col">{column}</th>
              <th scope="col">{words.before}</th>
              <th scope="col">{words.after}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, before, after }, index) => (
              // Hidden racers have one name.
              // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
              <tr key={index}>
                <th scope="row">{name}</th>
                <td>{before}</td>
                <td>{after}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </ScrollRegion>
      {total > rows.length && <Quiet>{words.more(total - rows.length)}</Quiet>}
    </>
  )
}
