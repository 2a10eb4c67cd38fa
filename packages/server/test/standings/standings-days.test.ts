/** The days that points belong to: the examples in docs/scoring.md, Days. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findDifferences } from '../../src/ops/verify/find-differences.ts'
import { gameUpload, raceFiles } from '../helpers/game-files.ts'
import { makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { closeDays } from '../helpers/settle-work.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'

let server: TestServer
let headers: Session

beforeAll(async () => {
  server = await startTestServer({ startsAt: new Date('2026-09-20T18:00:00Z') })
})
afterAll(() => server.stop())

interface Day {
  day: string
  points: number
  lastDay: string | null
  soFar: number | null
  rank: number | null
}

/** A racer's days on a channel once all due days are written, with the undated row first. */
async function daysOf(channel: string, login: string): Promise<Day[]> {
  const { db, config } = server.context
  await closeDays(server.context)
  expect((await findDifferences(db, config)).differences).toEqual([])
  const { rows } = await sql<Day>`
    select day::text, points, last_day as "lastDay", points_so_far as "soFar", rank
    from racer_days
    join channels as channel on channel.id = channel_id
    join racers as racer on racer.id = racer_id
    where channel.login = ${channel} and racer.login = ${login}
    order by racer_days.day`.execute(db)
  return rows
}

const UNDATED = { day: '-infinity', lastDay: null, soFar: null, rank: null }

describe('points that a snapshot adds', () => {
  /** Uploads a snapshot with Ada's points. Bo always has 5,000. */
  async function snapshot(marbleDay: string, points: number | null) {
    const racers = [
      { name: 'bo', racePoints: 5_000 },
      ...(points === null ? [] : [{ name: 'ada', racePoints: points }]),
    ]
    const files = makeSeason({ channel: 'dated', racers, marbleDay })
    const response = await server.call(seasonUpload(files, { headers }))
    expect(response.statusCode, response.body).toBe(200)
    return response.json().id as number
  }

  async function takeBack(id: number) {
    const url = `/api/uploads/receipts/${id}/undo`
    await server.ask({ method: 'POST', url, headers, body: { dryRun: false } })
  }

  it('belong to the day of the previous snapshot, or to the days up to the new one', async () => {
    headers = await server.signIn('dated')
    await snapshot('2026-09-10', 300)
    expect(await daysOf('dated', 'ada')).toEqual([{ ...UNDATED, points: 300 }])
    await snapshot('2026-09-11', 340)
    await snapshot('2026-09-15', 400)
    expect(await daysOf('dated', 'ada')).toEqual([
      { ...UNDATED, points: 300 },
      { day: '2026-09-10', points: 40, lastDay: null, soFar: 340, rank: 2 },
      { day: '2026-09-11', points: 60, lastDay: '2026-09-14', soFar: 400, rank: 2 },
    ])
    expect(await daysOf('dated', 'bo')).toEqual([{ ...UNDATED, points: 5_000 }])
  })

  it('leave the day again when the snapshot is undone', async () => {
    const id = await snapshot('2026-09-16', 450)
    expect((await daysOf('dated', 'ada')).at(-1)).toMatchObject({ day: '2026-09-15', points: 50 })
    await takeBack(id)
    expect(await daysOf('dated', 'ada')).toMatchObject([
      { day: '-infinity', points: 300 },
      { day: '2026-09-10', points: 40 },
      { day: '2026-09-11', points: 60 },
    ])
  })

  it('are undated if points get lost, and if a racer comes back', async () => {
    await snapshot('2026-09-17', null)
    expect((await daysOf('dated', 'ada'))[0]).toEqual({ ...UNDATED, points: -100 })
    await snapshot('2026-09-18', 410)
    expect(await daysOf('dated', 'ada')).toMatchObject([
      { day: '-infinity', points: 310 },
      { day: '2026-09-10', points: 40 },
      { day: '2026-09-11', points: 60 },
    ])
    await snapshot('2026-09-19', 390)
    expect((await daysOf('dated', 'ada'))[0]).toEqual({ ...UNDATED, points: 290 })
  })
})

describe('games', () => {
  /** Uploads a race. With two racers, the winner gets 2 points and the other gets 1. */
  async function race(names: readonly string[], finishedAt: string) {
    const files = raceFiles(names, new Date(finishedAt))
    const response = await server.call(gameUpload(files, { headers }))
    expect(response.statusCode, response.body).toBe(200)
  }

  it('belong to the marble day of their finish, which changes at noon US Eastern', async () => {
    headers = await server.signIn('player')
    await race(['ada', 'bo'], '2026-09-19T15:59:59Z')
    await race(['bo', 'ada'], '2026-09-19T16:00:00Z')
    const [first, second] = await daysOf('player', 'ada')
    expect([first?.day, second?.day]).toEqual(['2026-09-18', '2026-09-19'])
    expect(first).toMatchObject({ rank: 1, soFar: first?.points })
    expect(second).toMatchObject({ soFar: (first?.points ?? 0) + (second?.points ?? 0) })
  })

  it('that come late change the points of their own day, but not its closing rank and total', async () => {
    const before = await daysOf('player', 'ada')
    await race(['cy', 'ada'], '2026-09-18T20:00:00Z')
    const after = await daysOf('player', 'ada')
    expect(after[0]?.points).toBeGreaterThan(before[0]?.points ?? 0)
    expect(after.map(({ soFar, rank }) => [soFar, rank])).toEqual(
      before.map(({ soFar, rank }) => [soFar, rank]),
    )
    expect(after.slice(1)).toEqual(before.slice(1))
  })

  it('of the running day belong to no day yet', async () => {
    await race(['ada', 'bo'], '2026-09-20T17:00:00Z')
    expect(await daysOf('player', 'ada')).toHaveLength(2)
    server.clock.advance({ days: 1 })
    expect((await daysOf('player', 'ada')).map(({ day }) => day)).toEqual([
      '2026-09-18',
      '2026-09-19',
      '2026-09-20',
    ])
  })
})
