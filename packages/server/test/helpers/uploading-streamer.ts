/** A streamer who uploads to a season and to their own running event, and what the pages then show. */
import type { UndoState } from '@rollcall/contract/uploads-mine'
import type { InjectOptions } from 'fastify'
import { expect } from 'vitest'
import { findDifferences } from '../../src/ops/verify/find-differences.ts'
import { eventUpload, gameUpload } from './game-files.ts'
import { makeSeason, seasonUpload } from './season-files.ts'
import { type Session, startTestServer, type TestServer } from './test-server.ts'

const EVENT_HEADINGS =
  'racer_name,channel,race_points,race_wins,race_races,br_points,br_wins,br_races,crownwins,br_kills,br_damage,eliminations,event_points'

/** Starts a server at a time when the streamers' events are running. */
export const startUploadServer = () =>
  startTestServer({
    env: { ADMIN_LOGINS: 'boss', SEASON: '75' },
    startsAt: new Date('2026-10-02T12:00:00Z'),
  })

export interface Receipts {
  receipts: { id: number; undo: UndoState | null }[]
}

/** The last upload that can be undone, of an answer with receipts. */
export const lastUndoable = ({ receipts }: Receipts): number | null =>
  receipts.find(({ undo }) => undo === 'possible')?.id ?? null

export class UploadingStreamer {
  static #count = 0

  readonly server: TestServer
  readonly name: string
  readonly session: Session
  readonly eventId: number

  private constructor(
    server: TestServer,
    { name, session, eventId }: { name: string; session: Session; eventId: number },
  ) {
    this.server = server
    this.name = name
    this.session = session
    this.eventId = eventId
  }

  static async create(server: TestServer): Promise<UploadingStreamer> {
    UploadingStreamer.#count += 1
    const count = UploadingStreamer.#count
    const name = `streamer_${count}`
    const session = await server.signIn(name)
    const created = await server.ask({
      method: 'POST',
      url: '/api/app/create-event',
      headers: session,
      body: { channel: name, name: `Cup ${count}`, startAt: '2026-10-01', endAt: '2026-10-30' },
    })
    return new UploadingStreamer(server, { name, session, eventId: created.event_id })
  }

  take(options: InjectOptions) {
    return this.server.ask({ ...options, headers: { ...options.headers, ...this.session } })
  }

  ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) {
    return this.take({ method, url, ...(body && { body }) })
  }

  snapshot(racePoints: number, { games = 10, marbleDay = '2026-10-01' } = {}) {
    const racers = [{ name: this.name, racePoints }]
    return this.take(seasonUpload(makeSeason({ channel: this.name, games, marbleDay, racers })))
  }

  emptySnapshot() {
    return this.take(seasonUpload(makeSeason({ channel: this.name, racers: [] })))
  }

  eventSnapshot(points: number) {
    const { name, eventId } = this
    const eventData = Buffer.from(
      `${EVENT_HEADINGS}\r\n${name},${name},500,1,5,40,1,2,0,3,10,0,${points}\r\n`,
    )
    return this.take(eventUpload({ eventId, eventData }))
  }

  /** The upload of a race that the streamer wins. */
  race(points: number, finished = this.server.clock.now()) {
    const raceData = Buffer.from(
      `Position,Username,DisplayName,NameColor,PointsEarned,FinishTime,Eliminated\r\n1,${this.name},A,FFFFFF,${points},60.5,false\r\n2,other,B,FFFFFF,0,61,false\r\n`,
    )
    const finishedAt = finished.toISOString()
    return this.take(gameUpload({ raceData }, { fields: { finishedAt } }))
  }

  handOver(isOn: boolean) {
    return this.ask('PUT', '/api/uploads/handover', { isOn })
  }

  receipts() {
    return this.ask('GET', '/api/uploads/receipts')
  }

  async undo(dryRun = false) {
    const id = lastUndoable(await this.receipts())
    return this.ask('POST', `/api/uploads/receipts/${id}/undo`, { dryRun })
  }

  tryUndo(id: number, headers = this.session) {
    return this.server.call({
      method: 'POST',
      url: `/api/uploads/receipts/${id}/undo`,
      headers,
      body: { dryRun: false },
    })
  }

  /** The streamer's points and games on the leaderboard, the dashboard and the event board. */
  async numbers() {
    const { name, eventId } = this
    const { data } = await this.ask('POST', '/api/leaderboard/', { season: 75, channel: name })
    const { widgets } = await this.ask('GET', `/api/dashboard/season/75/${name}`)
    const [board] = await this.ask('GET', `/api/events/get-leaderboard/${eventId}`)
    const own = board?.leaderboard.find((it: { racer_name: string }) => it.racer_name === name)
    const { config, db } = this.server.context
    expect((await findDifferences(db, config)).differences).toEqual([])
    const shown = (label: string) =>
      widgets.find((it: { label: string; raceType: string }) => it.label === label)?.value ?? null
    return {
      season: data[0] ? [data[0].totalPoints, data[0].totalRaces] : null,
      dashboard: [shown('Points'), shown('Races')],
      event: own ? [own.event_points, own.race_races] : null,
      eventSource: board?.source ?? null,
    }
  }
}
