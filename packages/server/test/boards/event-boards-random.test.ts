/**
 * Random events: after each step every page of every board equals the plainest recomputation. Several readers ask at
 * once. `npm test` plays 10 events, `npm run test:long` 200.
 */
import { randomUUID } from 'node:crypto'
import type { EventBoard, EventBoardPage, ExplanationTerm } from '@rollcall/contract/events-boards'
import { DAY_MS, HOUR_MS } from '@rollcall/formats/durations'
import type { LeaderboardConfiguration } from '@rollcall/scoring/configuration'
import { mergeBoards } from '@rollcall/scoring/merge-boards'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { noteGameChanges } from '../../src/domain/standings/game-changes.ts'
import { insertRacers } from '../../src/domain/standings/racers.ts'
import { EVENT_HEADINGS, eventUpload } from '../helpers/game-files.ts'
import { shareOf } from '../helpers/random-cases.ts'
import { type Session, startTestServer, type TestServer, userIds } from '../helpers/test-server.ts'
import { expectedBoards } from './expected-boards.ts'
import {
  DAYS,
  events,
  type FileRow,
  type PlayedGame,
  type RandomEvent,
  STREAMERS,
  type Step,
} from './random-event.ts'

const EVENTS = 200
const SEED = 24_000
const READERS = 2
const SEASON = 75

let server: TestServer
let host: Session
let casters: { name: string; session: Session; userId: number; channelId: number }[]

beforeAll(async () => {
  server = await startTestServer({
    startsAt: new Date('2026-09-10T00:00:00Z'),
    env: { SEASON: String(SEASON) },
  })
  host = await server.signIn('host')
  const names = Array.from({ length: STREAMERS }, (_, index) => `caster_${index}`)
  const sessions = await Promise.all(names.map((name) => server.signIn(name)))
  const ids = await userIds(server)
  casters = []
  for (const [index, name] of names.entries()) {
    const { id } = await server.context.db
      .insertInto('channels')
      .values({ platform: 'twitch', name, login: name, user_id: ids[name] ?? 0 })
      .returning('id')
      .executeTakeFirstOrThrow()
    casters.push({
      name,
      session: sessions[index] as Session,
      userId: ids[name] ?? 0,
      channelId: id,
    })
  }
})
afterAll(() => server.stop())

it(`${shareOf(EVENTS)} random events`, { timeout: 1_800_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(events, (event) => new PlayedEvent(event).play()),
    { seed: SEED, numRuns: shareOf(EVENTS), endOnFailure: true },
  )
})

class PlayedEvent {
  readonly #event: RandomEvent
  readonly #firstDay = new Date(Math.ceil(server.clock.now().getTime() / DAY_MS) * DAY_MS)
  #configurationId = 0
  #id = 0
  #lastDay = DAYS.last - 1
  #count: number

  constructor(event: RandomEvent) {
    this.#event = event
    this.#count = event.streamers
  }

  async play(): Promise<void> {
    const { configuration, steps } = this.#event
    const saved = await this.#ask('POST', '/api/events/leaderboard-config', {
      config: configuration,
    })
    this.#configurationId = saved.id
    const created = await this.#ask('POST', '/api/events/createEventSingle', {
      name: `Cup ${randomUUID()}`,
      startDate: this.#day(0),
      endDate: this.#day(this.#lastDay),
      participants: this.#participants(),
      leaderboard: saved.id,
      timeZone: 'UTC',
    })
    this.#id = created.id
    for (const step of steps) {
      // Somebody reads during the step and gets the board of before or after.
      await Promise.all([this.#take(step), this.#page(1, 'all')])
      await this.#compare()
    }
    await this.#leaveNothing()
  }

  #day(number: number): string {
    return new Date(this.#firstDay.getTime() + number * DAY_MS).toISOString().slice(0, 10)
  }

  #participants(): number[] {
    return casters.slice(0, this.#count).map(({ userId }) => userId)
  }

  async #take(step: Step): Promise<void> {
    const caster = 'streamer' in step ? casters[step.streamer % this.#count] : undefined
    switch (step.do) {
      case 'play':
        return this.#store(caster?.channelId ?? 0, step.games)
      case 'forget games':
        return forgetGames(caster?.channelId ?? 0)
      case 'upload': {
        const headers = caster?.session as Session
        const eventData = fileOf(caster?.name ?? '', step.rows)
        const sent = await server.call(eventUpload({ eventId: this.#id, eventData }, { headers }))
        expect(sent.statusCode, sent.body).toBe(200)
        return
      }
      case 'hand over':
        await this.#ask('PUT', '/api/uploads/handover', { isOn: step.isOn }, caster?.session)
        return
      case 'configure':
        return this.#configure(step.configuration)
      case 'move the end':
        this.#lastDay = step.lastDay
        return this.#update()
      case 'change the participants':
        this.#count = step.count
        return this.#update()
      case 'wait':
        server.clock.advance({ minutes: step.days * 24 * 60 })
    }
  }

  async #store(channelId: number, games: readonly PlayedGame[]): Promise<void> {
    const { db, changes } = server.context
    const racers = games.flatMap(({ results, checkpointHits }) => [...results, ...checkpointHits])
    await insertRacers(
      db,
      racers.map((racer) => ({ ...racer, displayName: racer.login })),
    )
    const known = await db.selectFrom('racers').selectAll().execute()
    const idOf = ({ platform, login }: { platform: string; login: string }) =>
      known.find((racer) => racer.platform === platform && racer.login === login)?.id ?? 0
    await changes.transaction(async (trx) => {
      for (const game of games) {
        const { id } = await trx
          .insertInto('games')
          .values({
            ...{ channel_id: channelId, season: SEASON, mode: game.mode, game_key: randomUUID() },
            ...{
              file_kind: 'game file',
              content_hash: 'random',
              is_rankable: game.isRankable,
              player_count: game.playerCount,
              eliminated_count: game.results.filter(({ eliminated }) => eliminated).length,
            },
            finished_at: new Date(this.#firstDay.getTime() + game.hours * HOUR_MS),
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        const place = { channel_id: channelId, season: SEASON, game_id: id }
        for (const { platform, login, isTopTiltee, ...result } of game.results) {
          const racer_id = idOf({ platform, login })
          const row = { ...place, racer_id, ...result, time_us: null, is_top_tiltee: isTopTiltee }
          await trx.insertInto('game_results').values(row).execute()
        }
        for (const { platform, login, number } of game.checkpointHits) {
          const row = { ...place, number, racer_id: idOf({ platform, login }) }
          await trx.insertInto('checkpoint_hits').values(row).execute()
        }
      }
      await noteGameChanges(trx, [channelId])
    })
  }

  async #configure(config: LeaderboardConfiguration): Promise<void> {
    const body = { id: this.#configurationId, config, isConfirmed: true }
    await this.#ask('POST', '/api/events/leaderboard-config', body)
  }

  async #update(): Promise<void> {
    const { name, startAt } = await this.#ask('GET', `/api/events/getById/${this.#id}`)
    await this.#ask('PUT', `/api/events/update/${this.#id}`, {
      ...{ name, startAt, endAt: this.#day(this.#lastDay) },
      leaderboard_config_id: this.#configurationId,
      participants: this.#participants(),
    })
  }

  async #compare(): Promise<void> {
    const expected = await expectedBoards(server.context.db, this.#id)
    const wanted = [
      { streamer: 'all', rows: expected.all },
      ...expected.streamers.map(({ userId, rows }) => ({ streamer: String(userId), rows })),
    ]
    const reading = Array.from({ length: READERS }, async () => {
      for (const { streamer, rows } of wanted) {
        const pages = await this.#pages(streamer)
        const shown = pages.flatMap((page) => page.rows)
        expect(shown.map(({ id: _, ...row }) => row)).toEqual(
          rows.map(({ terms: _, ...row }) => row),
        )
        expect(pages[0]).toMatchObject({
          rowCount: rows.length,
          streamers: expected.streamers.map(({ userId, source }) => ({ userId, source })),
          hasDecimals: expected.streamers.some((board) =>
            board.rows.some(({ event_points }) => !Number.isInteger(event_points)),
          ),
        })
      }
    })
    await Promise.all(reading)
    const list: EventBoard[] = await this.#ask('GET', `/api/events/get-leaderboard/${this.#id}`)
    const merged = mergeBoards(list.map(({ leaderboard }) => leaderboard))
    expect(merged.map(({ racer_name, event_points }) => [racer_name, event_points])).toEqual(
      expected.all
        .map(({ racer_name, event_points }): [string, number] => [racer_name, event_points])
        .toSorted(
          ([a], [b]) =>
            merged.findIndex((row) => row.racer_name === a) -
            merged.findIndex((row) => row.racer_name === b),
        ),
    )
    await this.#explain(wanted)
  }

  async #explain(
    wanted: readonly {
      streamer: string
      rows: readonly { racer_name: string; event_points: number; terms?: readonly object[] }[]
    }[],
  ): Promise<void> {
    for (const { streamer, rows } of wanted) {
      for (const row of rows.slice(0, 2)) {
        const query = new URLSearchParams({
          racer: row.racer_name,
          ...(streamer !== 'all' && { userId: streamer }),
        })
        const { terms } = await this.#ask('GET', `/api/events/explain-row/${this.#id}?${query}`)
        const shown = (terms as ExplanationTerm[]).map(({ text: _, ...term }) => term)
        expect(shown).toEqual(row.terms)
        const sum = shown.reduce((total, term) => total + Math.round(term.points * 100), 0)
        expect(sum).toBe(Math.round(row.event_points * 100))
      }
    }
  }

  #page(page: number, streamer: string): Promise<EventBoardPage> {
    return this.#ask(
      'GET',
      `/api/events/get-leaderboard/${this.#id}?page=${page}&streamer=${streamer}`,
    )
  }

  async #pages(streamer: string): Promise<EventBoardPage[]> {
    const first = await this.#page(1, streamer)
    const pages = [first]
    for (let page = 2; page <= first.totalPages; page += 1) {
      pages.push(await this.#page(page, streamer))
    }
    return pages
  }

  /** Removes games and handovers and moves the clock on, so that the next event starts from nothing. */
  async #leaveNothing(): Promise<void> {
    for (const { channelId, session } of casters) {
      await this.#ask('PUT', '/api/uploads/handover', { isOn: false }, session)
      await forgetGames(channelId)
    }
    server.clock.advance({ minutes: 24 * 60 })
  }

  async #ask(method: 'GET' | 'POST' | 'PUT', url: string, body?: object, headers = host) {
    const response = await server.call({ method, url, headers, ...(body && { body }) })
    expect(response.statusCode, `${method} ${url}: ${response.body}`).toBe(200)
    return response.json()
  }
}

async function forgetGames(channelId: number): Promise<void> {
  await server.context.changes.transaction(async (trx) => {
    await trx.deleteFrom('games').where('channel_id', '=', channelId).execute()
    await noteGameChanges(trx, [channelId])
  })
}

function fileOf(channel: string, rows: readonly FileRow[]): Buffer {
  const lines = rows.map(
    ({ login, points, wins, games }) =>
      `${login},${channel},10,${wins},${games},5,0,1,0,2,0,0,${points}`,
  )
  return Buffer.from([EVENT_HEADINGS, ...lines, ''].join('\r\n'))
}
