import { detailColumns } from './board-columns.ts'
import classes from './board-table.module.css'

const SIMPLE_COLUMNS = 3

export function columnCount(isDetailed: boolean): number {
  return SIMPLE_COLUMNS + (isDetailed ? detailColumns.length : 0)
}

export function BoardTableHead({ isDetailed }: { readonly isDetailed: boolean }) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className={classes.rank}>
          Position
        </th>
        <th scope="col" className={classes.racer}>
          Racer Name
        </th>
        <th scope="col" className={classes.points}>
          Event Points
        </th>
        {isDetailed &&
          detailColumns.map(({ label, meaning }) => (
            <th key={label} scope="col" className={classes.number} title={meaning}>
              {label}
            </th>
          ))}
      </tr>
    </thead>
  )
}
