import { hash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { ReportStep } from '../src/platform/database/migrate.ts'

/**
 * Maps become rows that games refer to, with how often they were played. Of each game its fastest finish is kept, and
 * how many were eliminated, so that a map's records and rates are found without reading results: docs/scoring.md, Maps.
 */
export async function up(db: Kysely<unknown>, say: ReportStep): Promise<void> {
  const names = await listNames(db)
  if (names.length > 0) {
    say('the maps of games and their fastest finishes')
  }
  await run(db, MAPS)
  await fillMaps(db, names)
  await run(db, GAMES)
}

async function run(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db)
  }
}

interface NameInGame {
  name: string
  creator: string | null
}

/** Of maps, as files spelled them, the earliest spelling first. */
async function listNames(db: Kysely<unknown>): Promise<NameInGame[]> {
  const { rows } = await sql<NameInGame>`
    select map_name as name, map_creator as creator
    from games where map_name is not null
    group by map_name, map_creator order by min(id)`.execute(db)
  return rows
}

async function fillMaps(db: Kysely<unknown>, names: readonly NameInGame[]): Promise<void> {
  const spelled = sql`unnest(
    ${names.map(({ name }) => name)}::text[],
    ${names.map(({ creator }) => creator)}::text[],
    ${names.map(keyOf)}::text[]
  ) with ordinality as spelled (name, creator, key, number)`
  await sql`
    insert into maps (key, name, creator)
    select key, name, creator from ${spelled} order by number
    on conflict do nothing`.execute(db)
  await sql`
    create table spelled_maps as
    select spelled.name, coalesce(spelled.creator, '') as creator, map.id
    from ${sql.table('maps')} as map join ${spelled} on spelled.key = map.key`.execute(db)
}

/** As `keyOfMap` in standings/maps.ts makes it. */
function keyOf({ name, creator }: NameInGame): string {
  return hash('sha256', JSON.stringify([normal(name), normal(creator ?? '')]), 'hex')
}

const normal = (text: string) => text.normalize('NFC').toLowerCase().normalize('NFC')

const MAPS = [
  `create table maps (
    id integer primary key generated always as identity,
    key text not null unique,
    name text not null,
    creator text,
    plays integer not null default 0,
    racers bigint not null default 0,
    race_racers bigint not null default 0,
    race_eliminated bigint not null default 0
  )`,
  `comment on column maps.key is
    'A hash of name and builder in lower case: a map is the same in any letter case.'`,
  `comment on column maps.name is 'As the first game on it spelled it.'`,
  `comment on column maps.creator is 'Who built it; null: the files name nobody.'`,
  `comment on column maps.plays is 'Rankable games.'`,
  `comment on column maps.racers is 'Marbles in these games.'`,
  `comment on column maps.race_racers is 'Marbles in those that are races.'`,
  `comment on column maps.race_eliminated is 'Of these the ones that did not finish.'`,
]

const GAMES = [
  `set local work_mem = '128MB'`,
  `alter table games
    add column map_id integer references maps,
    add column eliminated_count integer not null default 0,
    add column fastest_us bigint,
    add column expertise numeric(15, 6)`,
  `comment on column games.eliminated_count is 'Of the marbles; survivors of a tilt level are the others.'`,
  `comment on column games.fastest_us is
    'The fastest finish of a race, in microseconds; null: nobody finished, or the times cannot be trusted.'`,
  `comment on column games.expertise is 'Of a tilt level: what the streamer earned; null: unknown.'`,
  `update games as game
    set map_id = played.map_id,
      eliminated_count = played.eliminated,
      fastest_us = case
        when game.mode = 'race' and not coalesce(first_us > second_us, false) then played.fastest_us
      end
    from (
      select named.id, map.id as map_id, result.*
      from games as named
      left join spelled_maps as map
        on map.name = named.map_name and map.creator = coalesce(named.map_creator, '')
      join (
        select game_id, count(*) filter (where eliminated) as eliminated,
          min(time_us) filter (where not eliminated and time_us > 0) as fastest_us,
          min(time_us) filter (where not eliminated and time_us > 0 and position = 1) as first_us,
          min(time_us) filter (where not eliminated and time_us > 0 and position = 2) as second_us
        from game_results group by game_id
      ) as result on result.game_id = named.id
    ) as played
    where played.id = game.id`,
  'drop table spelled_maps',
  `alter table games
    alter column eliminated_count drop default,
    drop column map_name,
    drop column map_creator`,
  `update maps as map
    set plays = played.plays, racers = played.racers, race_racers = played.race_racers,
      race_eliminated = played.race_eliminated
    from (
      select map_id, count(*) as plays, sum(player_count) as racers,
        coalesce(sum(player_count) filter (where mode = 'race'), 0) as race_racers,
        coalesce(sum(eliminated_count) filter (where mode = 'race'), 0) as race_eliminated
      from games where is_rankable and map_id is not null
      group by map_id
    ) as played
    where played.map_id = map.id`,
  'create index maps_by_plays on maps (plays desc, id)',
  'create unique index games_by_id on games (id)',
  `create index games_by_map on games (map_id, finished_at, id)
    where is_rankable and map_id is not null`,
  `create index games_by_fastest on games (map_id, fastest_us, id)
    where is_rankable and map_id is not null and fastest_us is not null`,
  `create index games_by_fastest_on_channel on games (map_id, channel_id, fastest_us, id)
    where is_rankable and map_id is not null and fastest_us is not null`,
  'analyze maps',
  'analyze games',
]
