/** A streamer takes a name off the channel's boards: what changes, and that it comes back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findDifferences } from '../../src/ops/verify/find-differences.ts'
import { differencesOf } from '../helpers/differences.ts'
import { type Answers, HeldInstallation } from '../helpers/held-installation.ts'
import { RacingChannel } from '../helpers/racing-channel.ts'
import { closeDays } from '../helpers/settle-work.ts'
import type { Session } from '../helpers/test-server.ts'
import { leavePicturesUndrawn } from '../helpers/undrawn-pictures.ts'

leavePicturesUndrawn()

const NAME = 'racer_01'
/** Where the boards of a channel are shown: its page, overlay, chat, files, pictures and embeds. */
const BOARDS = [
  /^GET \/api\/channels\/:channel\/board/,
  // Who is first this week.
  /^GET \/api\/channels\/:channel$/,
  /^GET \/api\/chat\/:channel\/(rank|top)$/,
  /^GET \/api\/show\/channel\/:token/,
  /^GET \/c\/:channel\/card\.png/,
  /^page \/(embed\/)?c\//,
  /^GET \/c\/:channel\/:day\/card\.png/,
]
/** Ranks of people on these boards, and what a game changed on the board of the day. */
const RANKS = [
  /^GET \/api\/racers\/:platform\/:login\/channels$/,
  /^GET \/api\/games\/:id$/,
  /^GET \/api\/channels\/:channel\/nights/,
  /^GET \/api\/chat\/:channel\/recap$/,
  /^GET \/r\/:platform\/:login\/card\.png$/,
  /^page \/r\/:platform\/:login$/,
]

describe('a name that is off the boards', () => {
  let installation: HeldInstallation
  let streamer: Session
  beforeAll(async () => {
    installation = await HeldInstallation.start({ content: 'first', isSealed: false })
    streamer = await installation.server.signIn('alpha')
    for (const mode of ['race', 'royale', 'tilt'] as const) {
      await installation.play(mode)
    }
  })
  afterAll(() => installation.stop())

  const press = (method: 'PUT' | 'DELETE') =>
    installation.server.ask({
      method,
      url: `/api/channels/alpha/off-boards/twitch/${NAME}`,
      headers: streamer,
    })
  const kindsThatDiffer = (one: Answers, other: Answers) =>
    Object.keys(differencesOf(one, other)).filter((kind) => !kind.includes('luckiest'))

  it('is on no board of that channel, and everywhere else, until it is put back', async () => {
    const before = await installation.readEverything(['stranger'])
    await press('PUT')
    const off = await installation.readEverything(['stranger'])
    const kinds = kindsThatDiffer(before, off)
    expect(
      kinds.filter((kind) => ![...BOARDS, ...RANKS].some((known) => known.test(kind))),
    ).toEqual([])
    for (const board of BOARDS.slice(0, 4)) {
      expect(kinds.some((kind) => board.test(kind))).toBe(true)
    }
    const left = [...off].filter(
      ([address, { kind, text }]) =>
        BOARDS.some((known) => known.test(kind)) && !address.includes(NAME) && text.includes(NAME),
    )
    expect(left.map(([address]) => address)).toEqual([])
    const { context, database } = installation.server
    expect((await findDifferences(context.db, database)).differences).toEqual([])

    await press('DELETE')
    expect(kindsThatDiffer(before, await installation.readEverything(['stranger']))).toEqual([])
  })
})

describe('a champion', () => {
  let installation: HeldInstallation
  beforeAll(async () => {
    installation = await HeldInstallation.start({ content: 'first', isSealed: false })
    await installation.play('race')
    await installation.goToNextSeason()
  })
  afterAll(() => installation.stop())

  it('of a season that is over is somebody else while the name is off', async () => {
    const { server } = installation
    const champions = async () => {
      await installation.settle()
      const page = await server.ask({ method: 'GET', url: '/api/channels/alpha' })
      return page.champions.map(({ racer }: { racer: { racer_name: string } }) => racer.racer_name)
    }
    const headers = await server.signIn('alpha')
    const [champion, ...others] = await champions()
    const url = `/api/channels/alpha/off-boards/twitch/${champion}`
    await server.ask({ method: 'PUT', url, headers })
    const [next] = await champions()
    expect([champion, next]).toEqual([expect.any(String), expect.any(String)])
    expect(next).not.toBe(champion)
    await server.ask({ method: 'DELETE', url, headers })
    expect(await champions()).toEqual([champion, ...others])
  })
})

describe('taking names off', () => {
  let channel: RacingChannel
  let caster: Session
  let bot: Session
  beforeAll(async () => {
    channel = await RacingChannel.start()
    caster = await channel.signIn('caster', { id: 'id of caster' })
    bot = await channel.signIn('bot')
    await channel.race(['bot', 'ada', 'bea'])
  })
  afterAll(() => channel.stop())

  const call = (
    method: 'GET' | 'PUT' | 'DELETE' | 'POST',
    url: string,
    headers: object,
    body?: object,
  ) => channel.server.call({ method, url, headers: headers as Session, ...(body && { body }) })
  const press = (method: 'PUT' | 'DELETE', login: string, headers: object = caster) =>
    call(method, `/api/channels/caster/off-boards/twitch/${login}`, headers)
  const ranks = async (of = 'season') => {
    const { rows } = (await call('GET', `/api/channels/caster/board?of=${of}`, {})).json()
    return rows.map(({ racer_name, rank }: { racer_name: string; rank: number }) => [
      racer_name,
      rank,
    ])
  }

  it('moves the others up, and keeps the ranks that days have stored', async () => {
    channel.server.clock.advance({ days: 1 })
    await closeDays(channel.server.context)
    const stored = () =>
      channel.server.context.db
        .selectFrom('racer_days as row')
        .innerJoin('racers as racer', 'racer.id', 'row.racer_id')
        .select(['day', 'racer.login', 'rank'])
        .orderBy('day')
        .orderBy('rank')
        .orderBy('racer.login')
        .execute()
    const before = await stored()
    expect(before.map(({ login, rank }) => [login, rank])).toEqual([
      ['bot', 1],
      ['ada', 2],
      ['bea', 3],
    ])
    expect((await press('PUT', 'bot')).statusCode).toBe(200)
    expect(await ranks()).toEqual([
      ['ada', 1],
      ['bea', 2],
    ])
    expect(await ranks(before[0]?.day)).toEqual([
      ['ada', 1],
      ['bea', 2],
    ])
    expect(await stored()).toEqual(before)
    await channel.race(['bot', 'ada', 'bea'])
    channel.server.clock.advance({ days: 1 })
    await closeDays(channel.server.context)
    const [, , , ...second] = await stored()
    expect(second.map(({ login, rank }) => [login, rank])).toEqual([
      ['ada', 1],
      ['bot', 1],
      ['bea', 2],
    ])
  })

  it('tells the owner of the name, who can object to the admins', async () => {
    caster = await channel.signIn('caster', { id: 'id of caster' })
    bot = await channel.signIn('bot')
    const notices = async () => (await call('GET', '/api/dashboard/notices', bot)).json().notices
    const [notice] = await notices()
    expect(notice).toMatchObject({
      kind: 'off-boards',
      channel: { login: 'caster' },
      hasObjected: false,
    })
    const { channels } = (await call('GET', '/api/dashboard/positions', bot)).json()
    expect(channels).toMatchObject([{ rank: null, isOff: true, of: 2 }])
    expect((await call('GET', '/api/channels/caster/board/own', bot)).json()).toEqual({
      own: null,
      isOff: true,
    })
    const object = () =>
      call('POST', '/api/reports', bot, {
        subject: { kind: 'off-boards', channelId: notice.channelId },
        reason: 'other',
        details: 'I am no bot.',
      })
    expect((await object()).statusCode).toBe(200)
    expect((await object()).json()).toMatchObject({ code: 'row_reported_already' })
    expect(await notices()).toMatchObject([{ hasObjected: true }])
    const stranger = await channel.signIn('ada')
    expect(
      (
        await call('POST', '/api/reports', stranger, {
          subject: { kind: 'off-boards', channelId: notice.channelId },
          reason: 'other',
        })
      ).json(),
    ).toMatchObject({ code: 'reported_row_gone' })
    const { id } = await channel.server.context.db
      .selectFrom('user_reports')
      .select('id')
      .executeTakeFirstOrThrow()
    const boss = await channel.signIn('boss')
    const { report, offBoards } = (await call('GET', `/api/admin/reports/${id}`, boss)).json()
    expect(report.subject).toMatchObject({ kind: 'off-boards', name: 'bot', where: 'caster' })
    expect(offBoards).toEqual({ platform: 'twitch', login: 'bot', isOff: true })
    expect((await press('DELETE', 'bot', boss)).statusCode).toBe(200)
    expect(await notices()).toEqual([])
    expect(await ranks()).toEqual([
      ['bot', 1],
      ['ada', 2],
      ['bea', 3],
    ])
  })

  it('does not find hidden racers, and does not list them', async () => {
    caster = await channel.signIn('caster', { id: 'id of caster' })
    const ada = await channel.signIn('ada')
    await press('DELETE', 'bot')
    await press('PUT', 'bea')
    await call('PUT', '/api/account/hidden-name', ada)
    await call('PUT', '/api/account/hidden-name', await channel.signIn('bea'))
    const codeOf = async (login: string) => (await press('PUT', login)).json().code
    expect(await codeOf('ada')).toBe('no_such_racer_here')
    expect(await codeOf('nobody_here')).toBe('no_such_racer_here')
    expect(await codeOf('bea')).toBe('no_such_racer_here')
    const { names } = (await call('GET', '/api/channels/caster/off-boards', caster)).json()
    expect(names).toEqual([])
    expect((await ranks()).length).toBe(2)
    expect((await press('PUT', 'bot', ada)).statusCode).toBe(404)
  })
})
