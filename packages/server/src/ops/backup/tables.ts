import type pg from 'pg'

export interface StoredTable {
  name: string
  columns: { name: string; type: string }[]
}

/** Left out, because they are made again from everything else, or end within minutes. */
const NOT_KEPT = ['badge_progress', 'call_counts', 'changes', 'event_boards', 'event_board_rows']

/** Lists each table after the tables that it refers to. */
export async function listTables(client: pg.ClientBase): Promise<StoredTable[]> {
  const { rows } = await client.query<StoredTable & { refersTo: string[] }>(
    `select relation.relname as name,
      (
        select json_agg(json_build_object(
          'name', attname, 'type', format_type(atttypid, atttypmod)) order by attnum)
        from pg_attribute
        where attrelid = relation.oid and attnum > 0 and not attisdropped and attgenerated = ''
      ) as columns,
      (
        select coalesce(json_agg(distinct confrelid::regclass::text), '[]')
        from pg_constraint
        where conrelid = relation.oid and contype = 'f' and confrelid <> conrelid
      ) as "refersTo"
    from pg_class as relation
    where relation.relkind in ('r', 'p') and not relation.relispartition
      and relation.relnamespace = current_schema()::regnamespace
      and relation.relname not like 'kysely%' and relation.relname <> all($1)
    order by relation.relname`,
    [NOT_KEPT],
  )
  const ordered: StoredTable[] = []
  const placed = new Set<string>()
  while (ordered.length < rows.length) {
    const next = rows.find(
      ({ name, refersTo }) => !placed.has(name) && refersTo.every((other) => placed.has(other)),
    )
    if (next === undefined) {
      throw new Error('The tables refer to each other in a circle.')
    }
    placed.add(next.name)
    ordered.push({ name: next.name, columns: next.columns })
  }
  return ordered
}
