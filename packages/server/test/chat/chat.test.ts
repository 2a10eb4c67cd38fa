/** Answers for chat bots: one plain line, the right numbers, and no name can harm a chat. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gameUpload } from '../helpers/game-files.ts'
import { RacingChannel } from '../helpers/racing-channel.ts'
import { type MadeSeason, makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { startTestServer, type TestServer } from '../helpers/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

async function upload(season: MadeSeason): Promise<void> {
  const headers = await server.signIn(season.channel)
  const response = await server.call(seasonUpload(makeSeason(season), { headers }))
  expect(response.statusCode, response.body).toBe(200)
}

async function ask(path: string, query: Record<string, string> = {}, status = 200) {
  const search = new URLSearchParams(query)
  const { statusCode, headers, body } = await server.call({
    method: 'GET',
    url: `/api/chat/${path}${search.size === 0 ? '' : `?${search}`}`,
  })
  expect(statusCode, body).toBe(status)
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body.length).toBeLessThanOrEqual(400)
  expect(body).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066\u2067]|^[/.!]/u)
  return body
}

describe('a season of snapshots', () => {
  beforeAll(async () => {
    const racers = [
      { name: 'pebblewick', racePoints: 12_000, royalePoints: 555 },
      { name: 'gravelgran', racePoints: 12_345 },
      { name: 'twin_a', racePoints: 90 },
      { name: 'twin_b', racePoints: 90 },
      { name: 'one_pointer', racePoints: 1 },
      { name: 'last_in', racePoints: 0 },
    ]
    await upload({ channel: 'Sample_Caster', racers })
    // Another season and another channel: neither counts.
    await upload({ channel: 'Sample_Caster', season: 74, racers: [{ name: 'old_hand' }] })
    await upload({ channel: 'other', racers: [{ name: 'gravelgran', racePoints: 99_000 }] })
    await server.signIn('GravelGran')
  })

  it.each([
    ['@GRAVELGRAN ', 'GravelGran is 2nd of 6 in Season 75: 12,345 points, 210 behind pebblewick.'],
    ['pebblewick', 'pebblewick is 1st of 6 in Season 75: 12,555 points, 210 ahead of GravelGran.'],
    ['twin_b', 'twin_b is 3rd of 6 in Season 75: 90 points, 12,255 behind GravelGran.'],
    ['one_pointer', 'one_pointer is 5th of 6 in Season 75: 1 point, 89 behind twin_a.'],
    ['old_hand', 'No points under that name in Season 75 of Sample_Caster.'],
    ['/ban everybody', 'No points under that name in Season 75 of Sample_Caster.'],
  ])('shows the place of %s', async (user, line) => {
    expect(await ask('sample_CASTER/rank', { user })).toBe(line)
  })

  it('says who leads, with shared ranks', async () => {
    expect(await ask('sample_caster/top')).toBe(
      'Season 75 of Sample_Caster: 1. pebblewick 12,555, 2. GravelGran 12,345, 3. twin_a 90, 3. twin_b 90, 5. one_pointer 1',
    )
  })

  it('explains in words what is wrong with a command', async () => {
    expect(await ask('nobody_here/top', {}, 404)).toMatch(/^There is no channel with that name\./)
    expect(await ask('sample_caster/rank', {}, 400)).toMatch(/^Say whose rank you want: /)
    expect(await ask('sample_caster/rank', { user: 'x'.repeat(601) }, 400)).toMatch(/that long/)
    await server.signIn('quiet')
    expect(await ask('quiet/top', {}, 404)).toMatch(/^There is no channel/)
  })
})

describe('a season of games', () => {
  it('counts rankable games by platform, and shows names as they are written', async () => {
    const headers = await server.signIn('player')
    const race = (rows: readonly string[]) =>
      Buffer.from(
        `Position,Username,DisplayName,NameColor,PointsEarned,FinishTime,Eliminated\r\n${rows.map((row) => `${row}\r\n`).join('')}`,
      )
    const raceData = race([
      '1,kotone,琴音のマーブル,FFFFFF,30,60.5,false',
      '2,salma,سلمى الرخام,FFFFFF,20,61.5,false',
      '3,slash,/timeout kotone 600,FFFFFF,10,62.5,false',
    ])
    const response = await server.call(gameUpload({ raceData }, { headers }))
    expect(response.statusCode, response.body).toBe(200)
    expect(await ask('player/rank', { user: 'Salma' })).toBe(
      '\u2068سلمى الرخام\u2069 is 2nd of 3 in Season 75: 20 points, 10 behind 琴音のマーブル.',
    )
    expect(await ask('player/rank', { user: 'slash' })).toBe(
      '\u2068/timeout kotone 600\u2069 is 3rd of 3 in Season 75: 10 points, 10 behind \u2068سلمى الرخام\u2069.',
    )
    // The next game changes the points, and undoing it changes them back. The name remains the newest.
    const next = gameUpload({ raceData: race(['1,slash,Slash,FFFFFF,15,60.5,false']) }, { headers })
    const { id } = (await server.call(next)).json()
    const top =
      'Season 75 of player: 1. 琴音のマーブル 30, 2. Slash 25, 3. \u2068سلمى الرخام\u2069 20'
    expect(await ask('player/top')).toBe(top)
    const url = `/api/uploads/receipts/${id}/undo`
    await server.ask({ method: 'POST', url, headers, body: { dryRun: false } })
    expect(await ask('player/top')).toMatch(/ 3\. Slash 10$/)
  })
})

it('shortens long or hostile names to one line of 400 characters', async () => {
  const names = [
    ...[
      '\u202eevil\u2066',
      'a\tb',
      `z${'\u0301'.repeat(300)}`,
      '👩‍👩‍👧‍👦'.repeat(20),
      'x'.repeat(300),
    ],
  ]
  await upload({
    channel: 'hostile',
    racers: names.map((name, index) => ({ name, racePoints: 1_000_000 - index })),
  })
  const line = await ask('hostile/top')
  expect(line).toContain(`${'👩‍👩‍👧‍👦'.repeat(3)}…`)
  expect(line).toMatch(/5\. x{39}… /)
})

describe('a name that looks like a link', () => {
  it.each([
    ['free-nitro.example/x', 'free-nitro. example/x'],
    ['http://free-nitro/x', 'http:/ /free-nitro/x'],
    ['https://10.0.0.1/x', 'https:/ /10. 0. 0. 1/x'],
    ['93.184.216.34', '93. 184. 216. 34'],
    ['somebody@mail.example', 'somebody@mail. example'],
    ['почта.рф', 'почта. рф'],
    ['free。nitro．example', 'free。 nitro． example'],
    ['a.\u200db.\u200cexample', 'a. \u200db. \u200cexample'],
    ['evil.ⓒⓞⓜ', 'evil. ⓒⓞⓜ'],
    ['mr.marble', 'mr. marble'],
    ['a. k. a.', 'a. k. a.'],
    ['marble_v1.5', 'marble_v1.5'],
    ['1,000.50', '1,000.50'],
    ['and...so on', 'and...so on'],
  ])('%s becomes %s', async (name, said) => {
    await upload({ channel: 'linked', racers: [{ name, racePoints: 100 }] })
    expect(await ask('linked/top')).toBe(`Season 75 of linked: 1. ${said} 100`)
  })
})

describe('names that are not logins', () => {
  let channel: RacingChannel
  const rankOf = async (user: string) =>
    (
      await channel.server.call({
        method: 'GET',
        url: `/api/chat/caster/rank?user=${encodeURIComponent(user)}`,
      })
    ).body
  const nobody = 'No points under that name in Season 75 of caster.'

  beforeAll(async () => {
    channel = await RacingChannel.start()
    await channel.signIn('kotone_x', { displayName: '小琴' })
    const inGame = (login: string, name: string) => ({ login, name })
    await channel.race([
      'kotone_x',
      inGame('odysseus', 'ΟΔΥΣΣΕΥΣ'),
      { ...inGame('jose', 'José'), platform: 'YouTube' },
      inGame('twin_1', 'ツイン'),
      inGame('twin_2', 'ツイン'),
      'plain',
    ])
  })
  afterAll(() => channel.stop())

  it.each(['小琴', '@小琴', '小琴 (kotone_x)', '小琴 (@kotone_x)', 'KOTONE_X'])(
    'finds %s',
    async (user) => {
      expect(await rankOf(user)).toMatch(/^小琴 is 1st of 6 in Season 75: /)
    },
  )

  it('finds what only the channel calls a racer, compared as in every search', async () => {
    expect(await rankOf('οδυσσεύς')).toMatch(/^ΟΔΥΣΣΕΥΣ is 2nd /)
    expect(await rankOf('Jose\u0301')).toMatch(/^José \(YouTube\) is 3rd /)
    expect(await rankOf('José (YouTube)')).toMatch(/^José \(YouTube\) is 3rd /)
  })

  it('finds a login in brackets even if the channel shows another name', async () => {
    expect(await rankOf('プレイン (plain)')).toMatch(/^plain is 6th /)
    expect(await rankOf('plain (YouTube)')).toBe(nobody)
  })

  it('says so if two racers have the name', async () => {
    expect(await rankOf('ツイン')).toBe(
      '2 racers in Season 75 of caster have that name. Ask with the login.',
    )
    expect(await rankOf('ツイン (twin_2)')).toMatch(/^ツイン is 5th /)
  })

  it('does not find people by names that they have hidden or deleted, or no longer have', async () => {
    const { server } = channel
    const signIn = () => channel.signIn('kotone_x', { displayName: '小琴' })
    const call = async (method: 'PUT' | 'DELETE', url: string) =>
      server.ask({ method, url, headers: await signIn() })
    const asked = ['小琴', '小琴 (kotone_x)', 'kotone_x', 'Hidden racer 1']
    await call('PUT', '/api/account/hidden-name')
    for (const user of asked) expect(await rankOf(user), user).toBe(nobody)
    await call('DELETE', '/api/account/hidden-name')
    expect(await rankOf('小琴')).toMatch(/^小琴 is 1st /)
    server.clock.advance({ minutes: 1 })
    await channel.signIn('kotone_x', { displayName: '古琴' })
    expect(await rankOf('小琴')).toBe(nobody)
    expect(await rankOf('古琴')).toMatch(/^古琴 is 1st /)
  })
})

it('limits calls by channel and not by caller', async () => {
  const limited = await startTestServer({ env: { RATE_LIMIT_CHAT: '2' }, beside: server })
  const top = (channel: string) =>
    limited.call({ method: 'GET', url: `/api/chat/${channel}/top`, remoteAddress: '203.0.113.9' })
  const statuses: number[] = []
  for (const channel of ['other', 'OTHER', 'other', 'player']) {
    statuses.push((await top(channel)).statusCode)
  }
  expect(statuses).toEqual([200, 200, 429, 200])
  expect((await top('other')).body).toMatch(/^Too many attempts\. /)
  await limited.stop()
})
