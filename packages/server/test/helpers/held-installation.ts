/**
 * An installation on which a race, a royale and a tilt level are played during an event, sealed or not. Everything but
 * the content of these games is the same on each, so all ids are the same too.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { SCOPES } from '@rollcall/contract/scopes'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { WITHOUT_TAGS } from '../../src/outputs/cards/routes.ts'
import { gameFiles } from '../standings/files.ts'
import type { Mode } from '../standings/world.ts'
import { type Address, listAddresses, type Place } from './every-address.ts'
import { readFirstMessages } from './followed-stream.ts'
import { gameUpload } from './game-files.ts'
import { createWorld, LEAGUE_RULES } from './owners-world.ts'
import { checkBadges, closeDays, settleRounds } from './settle-work.ts'
import { type Session, settleShow } from './show-event.ts'
import { startTestServer, type TestServer, userIds } from './test-server.ts'
import { makeWebDir } from './web-dir.ts'

const RACERS = 12
const racerAt = (place: number) => `racer_${String(place).padStart(2, '0')}`
const DAYS = { startDate: '2026-11-03', endDate: '2026-11-06' }

/** Who looks. A chat bot asks without a session, as a stranger does. */
export const ACTORS = [
  'stranger',
  'somebody signed in',
  'API key',
  'racer',
  'other streamer',
  'moderator',
  'organiser',
  'streamer',
  'admin',
] as const
export type Actor = (typeof ACTORS)[number]

/** What differs between the held games of two installations: who was how good. */
export type Content = 'first' | 'second'

export interface Answer {
  kind: string
  status: number
  type: string
  text: string
}

/** By actor and address. */
export type Answers = ReadonlyMap<string, Answer>

/** How many addresses an actor asks for at once, so that the server works while its database does. */
const AT_ONCE = 6

export class HeldInstallation {
  readonly server: TestServer
  readonly #content: Content
  readonly #isSealed: boolean
  readonly #roles: Partial<Record<Actor, Session>> = {}
  #place: Place | undefined
  #played = 0
  #eventId = 0

  private constructor(server: TestServer, content: Content, isSealed: boolean) {
    this.server = server
    this.#content = content
    this.#isSealed = isSealed
  }

  /** Before the first of the games in question. There are public games of the day before, and of the same day. */
  static async start({
    content,
    isSealed,
  }: {
    content: Content
    isSealed: boolean
  }): Promise<HeldInstallation> {
    const server = await startTestServer({
      env: { ADMIN_LOGINS: 'boss' },
      startsAt: new Date('2026-10-25T18:00:00Z'),
      makeWebDir,
    })
    const made = new HeldInstallation(server, content, isSealed)
    await made.#prepare()
    return made
  }

  stop(): Promise<void> {
    return this.server.stop()
  }

  async #prepare(): Promise<void> {
    const { clock } = this.server
    const owner = await this.server.signIn('owner')
    await this.#signIn()
    const world = await createWorld(this.server, owner)
    const ids = await userIds(this.server)
    await this.#playAll('first')
    clock.advance({ days: 9 })
    await this.settle()
    await this.#signIn()
    await this.#playAll('second')
    clock.advance({ minutes: 10 })
    const participants = [ids.alpha, ids.beta]
    const [{ id: leaderboard }] = await this.#ask('organiser', 'GET', '/api/events/leaderboards')
    const shared = { participants, leaderboard, timeZone: 'UTC', ...DAYS }
    const create = (actor: Actor, name: string) =>
      this.#ask(actor, 'POST', '/api/events/createEventSingle', { name, ...shared })
    this.#eventId = (await create('organiser', 'Cup')).id
    // Without the right to see sealed results.
    await this.#ask(
      'organiser',
      'PUT',
      `/api/events/event/${this.#eventId}/helpers/${ids.steward}`,
      { role: 'moderator', seesSealed: false },
    )
    const { id: beside } = await create('somebody signed in', 'Beside')
    await this.#ask('organiser', 'PUT', `/api/show/control/${this.#eventId}/settings`, {
      isSealed: this.#isSealed,
      isPublic: true,
    })
    const tokens = await this.#ask(
      'organiser',
      'POST',
      `/api/show/control/${this.#eventId}/token`,
      { of: 'public' },
    )
    const { overlayToken } = await this.#ask(
      'organiser',
      'POST',
      `/api/show/control/${this.#eventId}/token`,
      { of: 'overlay' },
    )
    const { leagueToken, division } = await this.#makeLeague({ participants, leaderboard })
    const slot = `/api/events/own-rounds/${this.#eventId}/slot`
    await this.#ask('streamer', 'PUT', slot, { slot: '2026-11-05T20:00:00Z' })
    await this.#ask('other streamer', 'PUT', slot, { slot: '2026-11-05T21:00:00Z' })
    const { token: channelToken } = await this.#ask('streamer', 'POST', '/api/show/own-channel')
    const { key } = await this.#ask('somebody signed in', 'POST', '/api/api-keys', {
      name: 'Bot',
      scopes: [...SCOPES],
    })
    this.#roles['API key'] = { authorization: `Bearer ${key}` }
    await this.#agree()
    const { db } = this.server.context
    const games = await db.selectFrom('games').select('id').orderBy('id').execute()
    const channels = await db
      .selectFrom('channels')
      .select(['id', 'login'])
      .where('login', 'in', ['alpha', 'owner'])
      .orderBy('id')
      .execute()
    const maps = await db.selectFrom('maps').select('id').orderBy('id').execute()
    this.#place = {
      world,
      channels: ['alpha', 'owner'],
      channelIds: channels.map(({ id }) => id),
      userIds: [ids.alpha ?? 0, ids.beta ?? 0],
      logins: [racerAt(1), racerAt(2), 'alpha'],
      days: ['2026-10-25', '2026-11-03', '2026-11-04'],
      periods: ['2026-W43', '2026-W45', '2026-W45-S75', '2026-10', '2026-11', '2026-11-S75'],
      seasons: [75, 76],
      // And those of the three games that follow.
      games: [...games.map(({ id }) => id), ...[1, 2, 3].map((next) => games.length + next)],
      maps: maps.map(({ id }) => id),
      events: [this.#eventId, beside],
      publicTokens: [tokens.publicToken],
      overlayTokens: [overlayToken],
      channelTokens: [channelToken],
      leagueTokens: [leagueToken],
      divisions: [division],
    }
  }

  /** Sessions that nobody uses end. */
  async #signIn(): Promise<void> {
    const names: Partial<Record<Actor, string>> = {
      'somebody signed in': 'rival',
      racer: racerAt(1),
      'other streamer': 'beta',
      moderator: 'steward',
      organiser: 'host',
      streamer: 'alpha',
      admin: 'boss',
    }
    for (const [actor, name] of Object.entries(names)) {
      this.#roles[actor as Actor] = await this.server.signIn(name)
    }
  }

  /** The event is a round of it, after one that is over. */
  async #makeLeague(shared: object): Promise<{ leagueToken: string; division: number }> {
    const { id } = await this.#ask('organiser', 'POST', '/api/events/createEventSeries', {
      seriesName: 'Cups',
      timeZone: 'UTC',
      events: [{ ...shared, name: 'First Cup', startDate: '2026-10-25', endDate: '2026-10-25' }],
    })
    const series = `/api/events/series/${id}`
    await this.#ask('organiser', 'PUT', `${series}/events/${this.#eventId}`)
    await this.#ask('organiser', 'PUT', `${series}/league`, { rules: LEAGUE_RULES })
    await this.#ask('organiser', 'PUT', `${series}/league/prizes`, { prizes: ['Cup', 'Mug'] })
    await this.#disqualify(`${series}/league`)
    const divisions = [{ id: null, name: 'Gold' }]
    await this.#ask('organiser', 'PUT', `${series}/league/divisions`, { divisions })
    const { divisions: made } = await this.#ask('organiser', 'GET', `${series}/league`)
    const names = [racerAt(1), 'rival']
    const members = `${series}/league/divisions/${made[0].id}/members`
    await this.#ask('organiser', 'POST', members, { names })
    const { token } = await this.#ask('organiser', 'POST', `${series}/link`)
    return { leagueToken: token, division: made[0].id }
  }

  /** A row of the round that is over, which races in the held one, too. */
  async #disqualify(league: string): Promise<void> {
    const { rows } = await this.#ask('organiser', 'GET', league)
    const { id, racer_name, total } = rows.find(
      (row: { racer_name: string }) => row.racer_name === racerAt(3),
    )
    const body = { row: { id, racer_name, total }, reason: 'unfair-play', note: 'Two accounts.' }
    await this.#ask('organiser', 'POST', `${league}/disqualified`, body)
  }

  async #agree(): Promise<void> {
    this.server.clock.advance({ minutes: 1 })
    if (this.#isSealed) {
      const { seals } = await this.#ask('streamer', 'GET', '/api/events/seals')
      const { startsAt, endsAt } = seals[0].event
      const body = { isAgreed: true, startsAt, endsAt }
      await this.#ask('streamer', 'PUT', `/api/events/seals/${this.#eventId}`, body)
    }
    this.server.clock.advance({ minutes: 1 })
  }

  #ask(actor: Actor, method: 'GET' | 'POST' | 'PUT', url: string, body?: object) {
    const headers = this.#roles[actor] ?? {}
    return this.server.ask({ method, url, headers, ...(body && { body }) })
  }

  /** Plays a game that differs between installations. */
  play(mode: Mode): Promise<void> {
    return this.#play(mode, this.#content)
  }

  async #playAll(content: Content): Promise<void> {
    for (const mode of ['race', 'royale', 'tilt'] as const) {
      await this.#play(mode, content)
    }
  }

  /** The best of the first are the worst of the second, and get other points, kills and times. */
  async #play(mode: Mode, content: Content): Promise<void> {
    this.#played += 1
    const isFirst = content === 'first'
    const results = Array.from({ length: RACERS }, (_, index) => ({
      platform: 'twitch',
      login: racerAt(isFirst ? index + 1 : RACERS - index),
      position: index + 1,
      points: (RACERS - index) * (isFirst ? 10 : 7),
      eliminated:
        mode === 'tilt' ? index % (isFirst ? 2 : 3) === 1 : mode === 'royale' && index > 0,
      kills: mode === 'royale' ? index % (isFirst ? 4 : 5) : null,
      damage: mode === 'royale' ? index * 3 : null,
      seconds: 60 + index - this.#played * (isFirst ? 1 : 2),
    }))
    const { files, fields } = gameFiles({
      by: 'companion' as never,
      mode,
      snapshotId: `game-${this.#played}`,
      map: 'Hill',
      results,
      finishedAt: this.server.clock.now(),
      files: 'with summary',
      isPractice: false,
    })
    const headers = this.#roles.streamer ?? {}
    await this.server.ask(gameUpload(files, { headers, fields }))
    // Otherwise the server would give the badges sometimes in this minute, and sometimes in the next.
    await this.settle()
    this.server.clock.advance({ minutes: 1 })
  }

  /** The organiser adjusts a row of the event, another one on each installation. */
  async adjust(): Promise<void> {
    const body =
      this.#content === 'first'
        ? { racer: racerAt(1), kind: 'penalty', points: 5.5, reason: 'wrong-map', note: 'Map 3.' }
        : { racer: racerAt(2), kind: 'disqualified', points: null, reason: 'other', note: null }
    await this.#ask('organiser', 'POST', `/api/events/adjustments/${this.#eventId}`, body)
  }

  /** Writes the days that are over, and gives the badges that are due. Those of held games stay due. */
  async settle(): Promise<void> {
    await closeDays(this.server.context)
    const { db } = this.server.context
    await db.updateTable('badge_checks').set({ due_at: sql<Date>`clock_timestamp()` }).execute()
    await checkBadges(this.server.context)
    await settleRounds(this.server.context)
  }

  /** The marble day ends, and an admin starts the next season. */
  async goToNextSeason(): Promise<void> {
    this.server.clock.advance({ hours: 23 })
    await this.settle()
    await this.#ask('admin', 'PUT', '/api/admin/updateSettings', { season: '76' })
    await this.settle()
  }

  /** The whole show of the event, to its end. */
  async show(): Promise<void> {
    for (const move of [{ kind: 'start', phase: 'live' }, { kind: 'finish' }]) {
      this.server.clock.advance({ minutes: 1 })
      await settleShow(this.server, this.#eventId)
      const url = `/api/show/control/${this.#eventId}`
      const { version } = await this.#ask('organiser', 'GET', url)
      await this.#ask('organiser', 'POST', `${url}/move`, { version, move })
      await settleShow(this.server, this.#eventId)
    }
  }

  openNow(): Promise<void> {
    return this.#ask('streamer', 'POST', '/api/events/seals/open')
  }

  /** Everything that these actors can read now. */
  async readEverything(actors: readonly Actor[] = ACTORS): Promise<Answers> {
    const place = this.#prepared()
    await this.settle()
    const secrets = this.#secrets(place)
    const asked = actors.flatMap((actor) =>
      listAddresses(place)
        .filter((address) => isAskedBy(actor, address))
        .map((address) => ({ actor, address })),
    )
    const answers = new Map<string, Answer>()
    const readNext = async (): Promise<void> => {
      for (let next = asked.pop(); next !== undefined; next = asked.pop()) {
        const { actor, address } = next
        const answer = await this.#read(address, this.#roles[actor] ?? {})
        const called = withoutSecrets(`${actor}: ${address.method} ${address.url}`, secrets)
        answers.set(called, { ...answer, text: withoutSecrets(answer.text, secrets) })
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, readNext))
    return answers
  }

  /** The routes that anyone may call and that tell an API key something else than a stranger. Each is called once. */
  async differencesForKey(): Promise<string[]> {
    const open = listAddresses(this.#prepared()).filter(({ access }) => access === 'anyone')
    const differing: string[] = []
    for (const [kind, [address]] of Map.groupBy(open, ({ kind }) => kind.split(' of=')[0])) {
      const stranger = await this.#read(address as Address, {})
      const key = await this.#read(address as Address, this.#roles['API key'] ?? {})
      // Without a scope no key may call.
      if (key.status < 400 && key.text !== stranger.text) differing.push(String(kind))
    }
    return differing
  }

  #prepared(): Place {
    if (this.#place === undefined) {
      throw new Error('the installation is not prepared')
    }
    return this.#place
  }

  async #read(address: Address, role: Partial<Session>): Promise<Answer> {
    const { kind, access: _, isStream, ...call } = address
    if (isStream) {
      const topics = call.url.slice(call.url.indexOf('=') + 1)
      const read = await readFirstMessages(this.server, topics, role)
      return { kind, type: 'application/json', ...read }
    }
    const response = await this.#askAgainWhileBusy({ ...call, headers: role })
    const { statusCode: status, payload } = response
    return { kind, status, type: String(response.headers['content-type']), text: payload }
  }

  /**
   * On a slow machine, a server that is asked for everything at once says to some that it is busy, and sends pages
   * without their tags.
   */
  async #askAgainWhileBusy(call: InjectOptions): Promise<LightMyRequestResponse> {
    for (;;) {
      const before = this.server.logged.length
      const response = await this.server.call(call)
      const isComplete = !this.server.logged.slice(before).some((it) => it.includes(WITHOUT_TAGS))
      if (response.statusCode !== 503 && isComplete) {
        return response
      }
      await delay(1_000)
    }
  }

  /** What is drawn by lot on every installation, and what follows from when it was made in reality. */
  #secrets({
    world,
    publicTokens,
    overlayTokens,
    channelTokens,
    leagueTokens,
  }: Place): Map<string, string> {
    const { publicToken, overlayToken, channelToken, calendarToken, userCode, deviceCode } = world
    const all = {
      ...{ publicToken, overlayToken, channelToken, calendarToken, userCode, deviceCode },
      ...{ cup: publicTokens[0], overlay: overlayTokens[0], channel: channelTokens[0] },
      ...{ league: leagueTokens[0], ownersLeague: world.leagueToken },
      origin: this.server.origin,
    }
    return new Map(
      Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[value, name]])),
    )
  }
}

/**
 * A browser asks for pages without a session. Where anyone may call, the server does not look whose API key it is, so
 * the answer is a stranger's.
 */
function isAskedBy(actor: Actor, { access }: Address): boolean {
  return actor === 'stranger' || (access !== null && !(actor === 'API key' && access === 'anyone'))
}

function withoutSecrets(text: string, secrets: ReadonlyMap<string, string>): string {
  let plain = text.replace(/"requestId":"[^"]*"/g, '')
  for (const [secret, name] of secrets) {
    plain = plain.replaceAll(secret, name)
  }
  return plain
}
