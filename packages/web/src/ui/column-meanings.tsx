import classes from './column-meanings.module.css'
import { texts } from './texts.ts'

interface ColumnMeaningsProps {
  readonly columns: readonly { readonly heading: string; readonly meaning: string }[]
}

/** What a table's headings stand for; below the table, because a finger cannot hover. */
export function ColumnMeanings({ columns }: ColumnMeaningsProps) {
  return (
    <details className={classes.meanings}>
      <summary>{texts.columnMeanings}</summary>
      <dl>
        {columns.map(({ heading, meaning }) => (
          <div key={heading}>
            <dt>{heading}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
