import { type Kysely, sql } from 'kysely'

/** The steps of a show: docs/decisions/185-steps-of-a-show.md. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const STATEMENTS = [
  ...['shows', 'show_steps'].flatMap((table) => [
    `alter table ${table}
      add column step text check (
        step in ('several', 'row', 'points', 'name', 'gap', 'totals', 'names', 'podium')
      ),
      add column seed integer not null default 0,
      add column has_decimals boolean`,
    `comment on column ${table}.step is
      'What the last move did, unless it took something back. After points, gap and totals, something above the reached rank is shown, too.'`,
    `comment on column ${table}.seed is 'Drawn with the board: which side of the duel a rank has.'`,
    `comment on column ${table}.has_decimals is
      'Whether the board could have points with decimals when it was frozen; null: frozen before this was known.'`,
    `comment on column ${table}.blur_ms is 'How long the step takes.'`,
  ]),
  `alter table shows
    add column holds_names boolean not null default false,
    add column holds_next boolean not null default false`,
  `comment on column shows.holds_names is 'Whether the names of the first three ranks wait for a press of their own.'`,
  `comment on column shows.holds_next is 'Whether the next name does.'`,
]
