/** Badges: given for public games, taken back with them, added for past games, never given twice (docs/scoring.md). */

import type { Badge } from '@rollcall/contract/badges'
import type { RacerPage } from '@rollcall/contract/racers'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkNextBadges } from '../../src/domain/badges/check-badges.ts'
import { ADVISORY_LOCKS } from '../../src/platform/database/advisory-locks.ts'
import { eventually } from '../helpers/eventually.ts'
import { FakeTwitch } from '../helpers/fake-twitch.ts'
import { gameUpload, raceFiles } from '../helpers/game-files.ts'
import { makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { checkBadges } from '../helpers/settle-work.ts'
import { ShowEvent } from '../helpers/show-event.ts'
import { type Session, startTestServer, type TestServer, userIds } from '../helpers/test-server.ts'
import { gameFiles } from '../standings/files.ts'

let twitch: FakeTwitch
let server: TestServer
let caster: Session
let env: Record<string, string>

beforeAll(async () => {
  twitch = await FakeTwitch.start()
  env = { ...twitch.env, ADMIN_LOGINS: 'caster', UPLOAD_PAIRING: 'key', SEASON: '74' }
  server = await startTestServer({
    env,
    startsAt: new Date('2026-09-01T18:00:00Z'),
  })
  caster = await signIn('caster')
})
afterAll(async () => {
  await server.stop()
  await twitch.stop()
})

const signIn = (login: string, id = login) => server.signInWith(twitch.issue(login, { id }))

interface Upload {
  id: number
  gameId: number
}

let races = 0

/** Uploads a race that finishes five minutes after the previous call, minus `minutesAgo`. Each race is slower. */
async function race(
  names: readonly string[],
  {
    headers = caster,
    minutesAgo = 0,
    ...options
  }: { headers?: Session; minutesAgo?: number } & Parameters<typeof raceFiles>[2] = {},
): Promise<Upload> {
  races += 1
  const slower = { seconds: (place: number) => 60 + races + place }
  server.clock.advance({ minutes: 5 })
  const finishedAt = new Date(server.clock.now().getTime() - minutesAgo * 60_000)
  return server.ask(
    gameUpload(raceFiles(names, finishedAt, { ...slower, ...options }), { headers }),
  )
}

const takeBack = ({ id }: Upload) =>
  server.ask({
    method: 'POST',
    url: `/api/uploads/receipts/${id}/undo`,
    headers: caster,
    body: { dryRun: false },
  })

/** Resolves once every badge check that is due is done. */
async function settle(): Promise<void> {
  await checkBadges(server.context)
}

async function badgesOf(login: string): Promise<Badge[]> {
  await settle()
  const page: RacerPage = await server.ask({ method: 'GET', url: `/api/racers/twitch/${login}` })
  return page.badges
}

const keysOf = async (login: string) => (await badgesOf(login)).map(({ key }) => key).toSorted()

const others = (count: number) => Array.from({ length: count }, (_, index) => `marble_${index}`)

describe('a badge for a game', () => {
  it('comes with the game, goes when that is undone, and is not new when it comes again', async () => {
    await race(['bo', 'ada'])
    const won = await race(['ada', 'bo'])
    const [badge] = await badgesOf('ada')
    expect(badge).toMatchObject({
      key: 'first-win',
      game: { id: won.gameId, mode: 'race', channel: { login: 'caster' }, map: { name: 'Hill' } },
    })
    await takeBack(won)
    expect(await keysOf('ada')).toEqual([])
    server.clock.advance({ days: 1 })
    caster = await signIn('caster')
    const again = await race(['ada', 'bo'])
    expect(await badgesOf('ada')).toMatchObject([
      { game: { id: again.gameId }, givenAt: badge?.givenAt },
    ])
  })

  it('names the earlier game even if that is uploaded later', async () => {
    const late = await race(['cy', 'bo'])
    const [before] = await badgesOf('cy')
    expect(before).toMatchObject({ key: 'first-win', game: { id: late.gameId } })
    const early = await race(['cy', 'bo'], { minutesAgo: 60 })
    expect(await badgesOf('cy')).toMatchObject([
      { game: { id: early.gameId }, givenAt: before?.givenAt },
    ])
  })

  it('shows the number of marbles in the game, and the number of kills', async () => {
    await race(['dee', ...others(199)])
    expect(await badgesOf('dee')).toContainEqual(
      expect.objectContaining({ key: 'large-field-win', field: 200 }),
    )
    server.clock.advance({ minutes: 5 })
    const result = { platform: 'twitch', points: 5, damage: 10, seconds: null }
    const { files, fields } = gameFiles({
      ...{ by: { person: 0 }, mode: 'royale', snapshotId: 'a royale', isPractice: false },
      ...{ files: 'with summary', map: 'Hill', finishedAt: server.clock.now() },
      results: [
        { ...result, login: 'bo', position: 1, eliminated: false, kills: 4 },
        { ...result, login: 'eve', position: 2, eliminated: true, kills: 6 },
      ],
    })
    await server.ask(gameUpload(files, { headers: caster, fields }))
    expect(await badgesOf('eve')).toMatchObject([{ key: 'five-kills', kills: 6 }])
    expect(await keysOf('bo')).not.toContain('five-kills')
  })

  it('for seven days in a row goes when the game of one of these days is undone', async () => {
    const uploads: Upload[] = []
    for (let day = 0; day < 7; day += 1) {
      uploads.push(await race(['bo', 'fay']))
      server.clock.advance({ days: 1 })
      caster = await signIn('caster')
    }
    expect(await badgesOf('fay')).toMatchObject([
      { key: 'seven-days', game: { id: uploads[6]?.gameId } },
    ])
    await takeBack(uploads[6] as Upload)
    expect(await keysOf('fay')).toEqual([])
  })

  it('for ten different places comes with the last of them', async () => {
    const places = [...others(9)]
    for (let place = 0; place < 10; place += 1) {
      await race([...places.slice(0, place), 'gil', ...places.slice(place)])
    }
    expect(await keysOf('gil')).toEqual(expect.arrayContaining(['cycle', 'first-win']))
  })
})

describe('the owner of a badge', () => {
  it('keeps it after a first sign-in, and it is not new', async () => {
    await race(['hal', 'bo'])
    const [before] = await badgesOf('hal')
    server.clock.advance({ days: 30 })
    await signIn('hal', 'the same')
    caster = await signIn('caster')
    expect(await badgesOf('hal')).toEqual([before])
  })

  it('keeps it when the login goes to somebody else', async () => {
    server.clock.advance({ minutes: 1 })
    await signIn('hal_renamed', 'the same')
    server.clock.advance({ minutes: 1 })
    await signIn('hal', 'somebody else')
    expect(await keysOf('hal')).toEqual([])
    expect(await keysOf('hal_renamed')).toEqual(['first-win'])
    await race(['hal', 'bo'])
    expect(await keysOf('hal')).toEqual(['first-win'])
  })

  it('has it once, from the earlier of two logins that both had it', async () => {
    await race(['twin_one', 'bo'])
    const [before] = await badgesOf('twin_one')
    await race(['twin_two', 'bo'])
    await settle()
    // Both sign-ins come before the writer of badges looks at either.
    await server.context.db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.badges})`.execute(trx)
      server.clock.advance({ minutes: 1 })
      await signIn('twin_one', 'twin')
      server.clock.advance({ minutes: 1 })
      await signIn('twin_two', 'twin')
    })
    expect(await badgesOf('twin_two')).toEqual([before])
  })
})

describe('a game in a sealed event', () => {
  it('earns no badge before the event opens', async () => {
    const sealer = await signIn('sealer')
    const host = await signIn('host')
    const ids = await userIds(server)
    const [standard] = await server.ask({
      method: 'GET',
      url: '/api/events/leaderboards',
      headers: host,
    })
    const day = (days: number) =>
      new Date(server.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
    const { id } = await server.ask({
      method: 'POST',
      url: '/api/events/createEventSingle',
      headers: host,
      body: {
        ...{ name: 'Cup', startDate: day(0), endDate: day(1), timeZone: 'UTC' },
        ...{ participants: [ids.sealer], leaderboard: standard.id },
      },
    })
    const settings = `/api/show/control/${id}/settings`
    await server.ask({ method: 'PUT', url: settings, headers: host, body: { isSealed: true } })
    server.clock.advance({ minutes: 1 })
    const url = '/api/events/seals'
    const { seals } = await server.ask({ method: 'GET', url, headers: sealer })
    const { startsAt, endsAt } = seals[0].event
    const body = { isAgreed: true, startsAt, endsAt }
    await server.ask({ method: 'PUT', url: `${url}/${id}`, headers: sealer, body })
    const held = await race(['ivy', 'bo'], { map: 'Held', headers: sealer })
    expect(await keysOf('ivy')).toEqual([])
    server.clock.advance({ minutes: 1 })
    await server.ask({ method: 'POST', url: `${url}/open`, headers: sealer })
    await sql`update badge_checks set due_at = clock_timestamp()`.execute(server.context.db)
    const [won] = (await badgesOf('ivy')).filter(({ key }) => key === 'first-win')
    expect(won).toMatchObject({ game: { id: held.gameId } })
    expect(await keysOf('ivy')).toEqual(['first-win', 'record-holder'])
  })
})

describe('the writer of badges', () => {
  /** How often each badge was given as new, per user or racer. */
  async function timesGiven(): Promise<number[]> {
    const { rows } = await sql<{ times: number }>`
      select count(*) as times from given group by user_id, racer_id, key, subject`.execute(
      server.context.db,
    )
    return rows.map(({ times }) => times)
  }

  const storedBadges = async () => {
    const { rows } = await sql<object>`
      select user_id, racer_id, key, subject, game_id, facts, given_at, taken_back_at is null as has
      from racer_badges order by user_id, racer_id, key, subject`.execute(server.context.db)
    return rows
  }

  const lookAtEverything = (server: TestServer) =>
    sql`insert into badge_checks (kind, racer_ids) values ('walk', '{0}')`.execute(
      server.context.db,
    )

  it('applies a new definition to past games, and leaves the other badges as they were', async () => {
    await settle()
    const { db } = server.context
    const before = await storedBadges()
    expect(before).not.toEqual([])
    // Now the badge for a first win looks like a new one.
    await sql`delete from racer_badges where key = 'first-win'`.execute(db)
    await sql`delete from badge_versions`.execute(db)
    const newer = await startTestServer({ env, beside: server })
    await settle()
    await newer.stop()
    const withoutTime = (rows: readonly object[]) =>
      rows.map((row) => ({
        ...row,
        ...('key' in row && row.key === 'first-win' && { given_at: 0 }),
      }))
    expect(withoutTime(await storedBadges())).toEqual(withoutTime(before))
  })

  it('goes on after a check that fails, and tries it again', async () => {
    const { db } = server.context
    await settle()
    await sql`
      create function refuse() returns trigger language plpgsql as $$
      begin
        if new.racer_id = (select id from racers where login = 'unlucky') then
          raise exception 'No badge for this racer';
        end if;
        return new;
      end $$`.execute(db)
    await sql`
      create trigger refuse before insert on racer_badges
      for each row execute function refuse()`.execute(db)
    await race(['unlucky', 'bo'])
    await race(['after_unlucky', 'bo'])
    expect(await keysOf('after_unlucky')).toContain('first-win')
    expect(await keysOf('unlucky')).toEqual([])
    await sql`drop function refuse cascade`.execute(db)
    await sql`update badge_checks set due_at = clock_timestamp()`.execute(db)
    expect(await keysOf('unlucky')).toContain('first-win')
  })

  it('gives nothing twice and forgets nothing when it is killed 20 times', async () => {
    const { db } = server.context
    await settle()
    await sql`create table given as
      select user_id, racer_id, key, subject from racer_badges where false`.execute(db)
    await sql`
      create function note_given() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' or old.given_at is distinct from new.given_at then
          insert into given values (new.user_id, new.racer_id, new.key, new.subject);
        end if;
        return null;
      end $$`.execute(db)
    await sql`
      create trigger note_given after insert or update on racer_badges
      for each row execute function note_given()`.execute(db)
    const racers = Array.from({ length: 30 }, (_, index) => `killed_${index}`)
    let isOver = false
    const writing = (async () => {
      while (!isOver) {
        await checkNextBadges(server.context).catch((error: Error) => error)
      }
    })()
    let kills = 0
    for (let round = 0; kills < 20; round += 1) {
      const uploaded = await race([...racers.slice(round % 30), ...racers.slice(0, round % 30)])
      if (round % 3 === 2) {
        await takeBack(uploaded)
      }
      const { rows } = await sql<{ wasKilled: boolean }>`
        select pg_terminate_backend(pid) as "wasKilled" from pg_locks
        where locktype = 'advisory' and granted and objid = ${ADVISORY_LOCKS.badges}
          and database = (select oid from pg_database where datname = current_database())`.execute(
        db,
      )
      kills += rows.filter(({ wasKilled }) => wasKilled).length
    }
    isOver = true
    await writing
    // Its connection may be the last that was ended.
    await eventually(settle)
    const times = await timesGiven()
    expect(times.length).toBeGreaterThan(10)
    expect(new Set(times)).toEqual(new Set([1]))
    const after = await storedBadges()
    await lookAtEverything(server)
    await settle()
    expect(await storedBadges()).toEqual(after)
  })
})

describe('a title', () => {
  it('goes to the new holder of a record', async () => {
    await race(['jo', 'bo', 'kit'], { map: 'Slope', seconds: (place) => 40 + place })
    expect(await badgesOf('jo')).toContainEqual(
      expect.objectContaining({ key: 'record-holder', seconds: 40 }),
    )
    const faster = await race(['kit', 'bo'], { map: 'Slope', seconds: (place) => 30 + place })
    expect(await keysOf('jo')).toEqual(['first-win'])
    expect(await keysOf('kit')).toEqual(['first-win', 'record-holder'])
    await takeBack(faster)
    expect(await keysOf('jo')).toEqual(['first-win', 'record-holder'])
    expect(await keysOf('kit')).toEqual([])
  })

  it('for a finished season goes to the first on a channel and the first among streamers', async () => {
    const snapshot = (best: string, points: number) =>
      server.ask(
        seasonUpload(
          makeSeason({
            ...{
              channel: 'rival',
              season: 74,
              marbleDay: server.clock.now().toISOString().slice(0, 10),
              points,
            },
            racers: [best, ...others(10)].map((name, index) => ({
              name,
              racePoints: index === 0 ? points : 1,
            })),
          }),
          { headers: caster },
        ),
      )
    const { db } = server.context
    await snapshot('lea', 5_000_000)
    expect(await keysOf('lea')).toEqual([])
    const url = '/api/admin/updateSettings?isConfirmed=true'
    await server.ask({ method: 'PUT', url, headers: caster, body: { season: '75' } })
    expect(await badgesOf('lea')).toMatchObject([
      { key: 'season-champion', season: 74, channel: { login: 'rival' }, value: 5_000_000 },
    ])
    await signIn('rival')
    await sql`insert into badge_checks (kind, season) values ('season', 74)`.execute(db)
    const rival = await badgesOf('rival')
    expect(rival).toContainEqual(
      expect.objectContaining({ key: 'season-champion', season: 74, column: 'points' }),
    )
  })

  it('for an event is won once its show is over, if it is public and listed', async () => {
    const practice = await startTestServer({ startsAt: new Date('2026-11-01T12:00:00Z') })
    try {
      const event = await ShowEvent.create(practice)
      await event.settings({ isPublic: true, isListed: true })
      await event.move({ kind: 'start', phase: 'live' })
      await event.move({ kind: 'finish' })
      await checkBadges(practice.context)
      const call = { method: 'GET', url: '/api/racers/twitch/racer_01' } as const
      const winner = () => practice.ask(call) as Promise<RacerPage>
      // Nobody finds the event before it has an address, and the racer has nothing else that is public.
      expect((await practice.call(call)).statusCode).toBe(404)
      const token = await event.token('public')
      await checkBadges(practice.context)
      const { badges, events } = await winner()
      expect(badges).toMatchObject([{ key: 'event-winner', event: { token } }])
      expect(events).toMatchObject({ total: 1, latest: [{ token, rank: 1, points: 1000 }] })
      await event.settings({ isListed: false })
      expect(await winner()).toMatchObject({ badges: [], events: { total: 0, latest: [] } })
    } finally {
      await practice.stop()
    }
  })
})
