/** Rows by the thousand, as one JSON list for each column, take half the time of a row each. */
import { type RawBuilder, sql } from 'kysely'

export type Columns<Row> = { [Name in keyof Row]: Row[Name][] }

/** Aggregates the query's rows into one array per column; `named` maps names to columns. */
export function columnsOf<Row>(
  named: Record<keyof Row & string, string>,
): RawBuilder<Columns<Row>> {
  const lists = Object.entries<string>(named).map(
    ([name, column]) => sql`${sql.lit(name)}, coalesce(json_agg(${sql.ref(column)}), '[]')`,
  )
  return sql`json_build_object(${sql.join(lists)})`
}

export function rowsOf<Row>(columns: Columns<Row>): Row[] {
  const lists = Object.entries<unknown[]>(columns)
  const [[, first] = ['', []]] = lists
  return first.map((_, index) => {
    const row: Record<string, unknown> = {}
    for (const [name, values] of lists) row[name] = values[index]
    // Every list has a value for every row.
    return row as Row
  })
}
