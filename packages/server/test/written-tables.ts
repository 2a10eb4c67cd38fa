/** Which tables changed, told by the database itself: a trigger on every one notes each written row. */
import { sql } from 'kysely'
import type { Db } from '../src/database/schema.ts'

/** From now on; asked often, it costs one short statement, however much is stored. */
export async function watchWrites(db: Db): Promise<() => Promise<string[]>> {
  await sql`create table written (name text primary key)`.execute(db)
  await sql`
    create function note_write() returns trigger language plpgsql as $$
    begin
      insert into written values (tg_table_name) on conflict do nothing;
      return null;
    end $$`.execute(db)
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'written'`.execute(
    db,
  )
  for (const { name } of tables.rows) {
    await sql`create trigger note_write after insert or update or delete on ${sql.table(name)}
      for each row execute function note_write()`.execute(db)
  }
  return async () => {
    const { rows } = await sql<{ name: string }>`delete from written returning name`.execute(db)
    return rows.map(({ name }) => name).toSorted()
  }
}
