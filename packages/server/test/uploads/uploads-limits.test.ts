/** Limits on uploads: strangers' receipts, free space, calls per person, and MiB per channel. */
import { describe, expect, it } from 'vitest'
import { gameUpload } from '../helpers/game-files.ts'
import { makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { startTestServer } from '../helpers/test-server.ts'

const good = makeSeason({ channel: 'streamer' })

/** A race with about 28 bytes per racer. */
function raceOf(round: number, racers: number): Buffer {
  const lines = Array.from(
    { length: racers },
    (_, index) => `${index + 1},r${index},R,FFFFFF,${round},${60 + index}.5,false`,
  )
  const headings = 'Position,Username,DisplayName,NameColor,PointsEarned,FinishTime,Eliminated'
  return Buffer.from([headings, ...lines, ''].join('\r\n'))
}

describe('uploads', () => {
  it('without proof leave at most 100 receipts a day per address', async () => {
    const server = await startTestServer()
    try {
      const anonymous = { ...seasonUpload(good), remoteAddress: '203.0.113.50' }
      for (let call = 0; call < 103; call += 1) {
        expect((await server.call(anonymous)).statusCode).toBe(401)
      }
      const receipts = await server.context.db.selectFrom('uploads').select('id').execute()
      expect(receipts).toHaveLength(100)
    } finally {
      await server.stop()
    }
  })

  it('get 507 while there is little space, and reads still work', async () => {
    const full = await startTestServer({ env: { FREE_SPACE_RESERVE_MIB: '1000000' } })
    try {
      const headers = await full.signIn('streamer')
      const response = await full.call(seasonUpload(good, { headers }))
      expect(response.statusCode).toBe(507)
      expect(response.json()).toMatchObject({ code: 'no_space' })
      const seasons = await full.call({ method: 'GET', url: '/api/leaderboard/seasons' })
      expect(seasons.statusCode).toBe(200)
    } finally {
      await full.stop()
    }
  })

  it('are counted per person, and the refusal says when to try again', async () => {
    const limited = await startTestServer({ env: { RATE_LIMIT_UPLOADS: '2' } })
    try {
      const headers = await limited.signIn('streamer')
      const upload = () => limited.call(seasonUpload(good, { headers }))
      expect((await upload()).statusCode).toBe(200)
      expect((await upload()).statusCode).toBe(200)
      const third = await upload()
      expect(third.statusCode).toBe(429)
      expect(third.json()).toMatchObject({ code: 'too_many_requests' })
      expect(Number(third.headers['retry-after'])).toBeGreaterThan(0)
      const other = await limited.signIn('other')
      const files = makeSeason({ channel: 'other' })
      expect((await limited.call(seasonUpload(files, { headers: other }))).statusCode).toBe(200)
    } finally {
      await limited.stop()
    }
  })

  it('are limited to some MiB per channel and day, separately for games and snapshots', async () => {
    const limited = await startTestServer({
      env: { GAME_MIB_A_DAY: '0.01', SNAPSHOT_MIB_A_DAY: '0.02' },
    })
    try {
      const headers = await limited.signIn('streamer')
      const race = (round: number) =>
        limited.call(gameUpload({ raceData: raceOf(round, 200) }, { headers }))
      expect((await race(1)).statusCode).toBe(200)
      const refused = await race(2)
      expect(refused.statusCode).toBe(429)
      expect(refused.json().error).toMatch(
        /^A channel can upload up to 0\.01 MiB of games and day logs/,
      )
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(86_000)
      expect((await limited.call(seasonUpload(good, { headers }))).statusCode).toBe(200)
      limited.clock.advance({ days: 1, minutes: 1 })
      expect((await race(2)).statusCode).toBe(200)
    } finally {
      await limited.stop()
    }
  })

  it('over the daily limit are refused with the time when they will fit', async () => {
    const limited = await startTestServer({ env: { GAME_MIB_A_DAY: '0.015' } })
    try {
      const headers = await limited.signIn('streamer')
      const race = (round: number, racers: number) =>
        limited.call(gameUpload({ raceData: raceOf(round, racers) }, { headers }))
      expect((await race(1, 200)).statusCode).toBe(200)
      limited.clock.advance({ hours: 10 })
      expect((await race(2, 200)).statusCode).toBe(200)
      limited.clock.advance({ hours: 1 })
      const small = await race(3, 200)
      expect([small.statusCode, small.headers['retry-after']]).toEqual([429, String(13 * 3600)])
      const large = await race(4, 400)
      expect([large.statusCode, large.headers['retry-after']]).toEqual([429, String(23 * 3600)])
      limited.clock.advance({ hours: 23 })
      expect((await race(4, 400)).statusCode).toBe(200)
    } finally {
      await limited.stop()
    }
  })
})
