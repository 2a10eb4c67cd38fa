/** The server's half of the search's bench: a million racers with names as people choose them, and what else is found. */
import type { RunningServer } from '@rollcall/server/start'
import { sql } from 'kysely'

const SEASON = 75
const CHANNELS = 2_000
const MAPS = 5_000
/** One racer in so many has signed in. */
const OWNED = 20
/** The server's statements must not take longer than a request may. */
const PORTION = 10_000

const FIRST_WORDS =
  'marble speedy rolling lucky tiny royal golden night salty wobbly cosmic silver sleepy angry pixel crazy dark frozen happy mighty neon quiet rusty shadow sneaky spicy super swift thunder turbo velvet wild winter cyber electric jolly'
const SECOND_WORDS =
  'racer fox queen knight zebra goblin wizard panda otter comet dragon pirate badger wolf tiger raven falcon hunter ninja gamer kitten monkey phoenix rocket samurai shark sniper spider storm titan turtle viper walrus yeti gecko hawk'
const SYLLABLES =
  'ka lo mi ra ze tu no ve sha bri el dor fin gal hux ix jo kel lum mor nyx or pel qui ros syl thor ul vax wren yor zan be cor da fy gro ho in ju'

/** A name for each number: two words and a number, or four syllables. All differ. */
const nameOf = (n: ReturnType<typeof sql>) => sql`(
  case when ${n} % 2 = 0
    then firsts[1 + ${n} / 2 % 36] || seconds[1 + ${n} / 72 % 36] || (${n} / 2592)
    else (
      select string_agg(syllables[1 + (${n}::bigint * 7919 + 13) % 2560000 / power::integer % 40], '' order by power)
      from unnest(array[1, 40, 1600, 64000]) as power
    )
  end
)`

const WORDS = sql`(
  select string_to_array(${FIRST_WORDS}, ' ') as firsts,
    string_to_array(${SECOND_WORDS}, ' ') as seconds,
    string_to_array(${SYLLABLES}, ' ') as syllables
) as words`

export async function fillNames(
  { context: { slowDb: db } }: RunningServer,
  racers: number,
): Promise<void> {
  await sql`insert into seasons (number) values (${SEASON}) on conflict do nothing`.execute(db)
  await sql`
    with channel as (
      insert into channels (platform, login, name)
      select 'twitch', ${nameOf(sql`n`)}, ${nameOf(sql`n`)}
      from generate_series(1, ${CHANNELS}::integer) as n, ${WORDS}
      returning id
    )
    insert into channel_seasons
      (channel_id, season, points, total_games, points_per_game, source, racer_count)
    select id, ${SEASON}, 1000, 10, 100, 'games', 0 from channel`.execute(db)
  await sql`
    insert into maps (key, name, creator, plays)
    select 'searched ' || n, initcap(${nameOf(sql`n`)}), null, 1
    from generate_series(1, ${MAPS}::integer) as n, ${WORDS}`.execute(db)
  await sql`
    insert into games (channel_id, season, mode, game_key, content_hash, file_kind, finished_at, is_rankable,
      map_id, player_count, eliminated_count)
    select (select min(id) from channels), ${SEASON}, 'race', 'searched ' || id, repeat('a', 64),
      'game file', now(), true, id, 50, 0
    from maps`.execute(db)
  for (let done = 0; done < racers; done += PORTION) {
    await fillRacers(db, { first: done + 1, last: Math.min(done + PORTION, racers) })
  }
  // Otherwise the database would clean up what was filled while it is measured.
  await db.executeQuery(sql`vacuum analyze`.compile(db))
}

async function fillRacers(
  db: RunningServer['context']['db'],
  { first, last }: { first: number; last: number },
): Promise<void> {
  await sql`
    with racer as (
      insert into racers (platform, login)
      select 'twitch', ${nameOf(sql`n`)}
      from generate_series(${first}::integer, ${last}::integer) as n, ${WORDS}
      returning id, login
    ),
    total as (
      insert into racer_totals
        (channel_id, season, racer_id, counted_race_games, counted_race_points, races_with_points)
      select (select min(id) from channels) + racer.id % ${CHANNELS}, ${SEASON}, racer.id, 1, 10, 1
      from racer
    ),
    person as (
      insert into users (platform, platform_user_id, login, username, display_name, created_at)
      select 'twitch', 'bench-' || login, login, login, initcap(login), now()
      from racer where id % ${OWNED} = 0
      returning id, login
    )
    insert into login_periods (platform, login, user_id)
    select 'twitch', login, id from person`.execute(db)
}

/** Names of racers from all parts of the alphabet. */
export async function sampleNames(
  { context: { db } }: RunningServer,
  amount: number,
): Promise<string[]> {
  const { rows } = await sql<{ login: string }>`
    select login from racers
    where id % greatest(1, (select max(id) from racers) / ${amount}::integer) = 1
    limit ${amount}`.execute(db)
  return rows.map(({ login }) => login)
}
