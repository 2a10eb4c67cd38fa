/** An event of two streamers with results, and its show, which tests move as an organiser does. */
import type { ControlRoom, Move } from '@rollcall/contract/show'
import type { ShowView } from '@rollcall/contract/show-view'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { announceDueSteps } from '../../src/domain/show/steps.ts'
import { eventually } from './eventually.ts'
import { EVENT_HEADINGS, eventUpload } from './game-files.ts'
import { type TestServer, userIds } from './test-server.ts'

export type Session = { authorization: string }

/** The merged board goes from racer 1 with 1,000 points to racer 40 with 25. Racers 5 and 6 share rank 5. */
export const RACERS = 40
export const racerAt = (position: number) => `racer_${String(position).padStart(2, '0')}`
export const pointsAt = (position: number) => 25 * (RACERS + 1 - (position === 6 ? 5 : position))

/** @param more additional racers, with more points than all others */
export function eventFile(channel: string, share: number, more: readonly string[] = []): Buffer {
  const rows = Array.from({ length: RACERS }, (_, index) => {
    const points = (pointsAt(index + 1) * share).toFixed(2)
    return `${racerAt(index + 1)},${channel},10,0,1,0,0,0,0,0,0,0,${points}`
  })
  const added = more.map((name) => `${name},${channel},10,0,1,0,0,0,0,0,0,0,5000`)
  return Buffer.from([EVENT_HEADINGS, ...rows, ...added, ''].join('\r\n'))
}

/** Makes it look as if the stage had revealed everything long ago, and viewers had seen it. */
export async function settleShow(server: TestServer, eventId: number): Promise<void> {
  const { db } = server.context
  const steps = () => db.selectFrom('show_steps').where('event_id', '=', eventId)
  await db.transaction().execute(async (trx) => {
    // This locks the show, as every move and every announcement of its steps does.
    await trx
      .updateTable('shows')
      .set({ clears_at: sql<Date>`least(clears_at, clock_timestamp())` })
      .where('event_id', '=', eventId)
      .execute()
    await trx
      .updateTable('show_steps')
      .set({ due_at: sql<Date>`least(due_at, clock_timestamp())` })
      .where('event_id', '=', eventId)
      .execute()
  })
  await announceDueSteps(server.context)
  // The server's own timer may be announcing them too.
  await eventually(async () => {
    expect(await steps().select('id').where('announced_at', 'is', null).execute()).toEqual([])
  })
}

export class ShowEvent {
  readonly server: TestServer
  readonly host: Session
  readonly casters: readonly [Session, Session]
  readonly id: number

  private constructor(
    server: TestServer,
    host: Session,
    casters: readonly [Session, Session],
    id: number,
  ) {
    this.server = server
    this.host = host
    this.casters = casters
    this.id = id
  }

  static async create(server: TestServer, { name = 'Autumn Cup' } = {}): Promise<ShowEvent> {
    const host = await server.signIn('host')
    const casters = [await server.signIn('alpha'), await server.signIn('beta')] as const
    const { alpha = 0, beta = 0 } = await userIds(server)
    const list = { method: 'GET', url: '/api/events/leaderboards', headers: host } as const
    const [configuration] = (await server.call(list)).json()
    // Each test needs an event of its own: otherwise the same call within seconds counts as a repeated click.
    await server.context.db.deleteFrom('presses').execute()
    const created = await server.call({
      method: 'POST',
      url: '/api/events/createEventSingle',
      headers: host,
      body: {
        name,
        startDate: '2026-11-01',
        endDate: '2026-11-02',
        participants: [alpha, beta],
        leaderboard: configuration.id,
      },
    })
    expect(created.statusCode, created.body).toBe(200)
    const event = new ShowEvent(server, host, casters, created.json().id)
    await event.upload('alpha', 0.4)
    await event.upload('beta', 0.6)
    return event
  }

  async upload(channel: 'alpha' | 'beta', share: number, more: readonly string[] = []) {
    const headers = this.casters[channel === 'alpha' ? 0 : 1]
    const eventData = eventFile(channel, share, more)
    const response = await this.server.call(
      eventUpload({ eventId: this.id, eventData }, { headers }),
    )
    expect(response.statusCode, response.body).toBe(200)
  }

  async control(): Promise<ControlRoom> {
    return this.answer('GET', `/api/show/control/${this.id}`)
  }

  settings(change: Partial<ControlRoom['settings']>): Promise<ControlRoom> {
    return this.answer('PUT', `/api/show/control/${this.id}/settings`, change)
  }

  async token(of: 'public' | 'overlay' | 'control'): Promise<string> {
    const url = `/api/show/control/${this.id}/token`
    const room = await this.answer<ControlRoom>('POST', url, { of })
    return room[`${of}Token`] ?? ''
  }

  tryMove(move: Move | { kind: 'start'; phase: 'live' | 'rehearsal' }, version: number) {
    return this.server.call({
      method: 'POST',
      url: `/api/show/control/${this.id}/move`,
      headers: this.host,
      body: { version, move },
    })
  }

  /** Moves the show after any running blur, and waits until viewers see the move. */
  async move(move: Parameters<ShowEvent['tryMove']>[0]): Promise<ControlRoom> {
    this.server.clock.advance({ minutes: 1 })
    await this.settle()
    const response = await this.tryMove(move, (await this.control()).version)
    expect(response.statusCode, response.body).toBe(200)
    await this.settle()
    return response.json()
  }

  /** Moves the show even if a blur still runs, and does not wait for viewers. */
  async press(move: Parameters<ShowEvent['tryMove']>[0]): Promise<ControlRoom> {
    const { db } = this.server.context
    await db.updateTable('shows').set({ clears_at: null }).where('event_id', '=', this.id).execute()
    const response = await this.tryMove(move, (await this.control()).version)
    expect(response.statusCode, response.body).toBe(200)
    return response.json()
  }

  settle(): Promise<void> {
    return settleShow(this.server, this.id)
  }

  stage(): Promise<ShowView> {
    return this.answer('GET', `/api/show/stage/${this.id}`)
  }

  /** What viewers see at an address without sign-in. */
  async seen(path: string): Promise<ShowView> {
    const response = await this.server.call({ method: 'GET', url: `/api/show/${path}` })
    expect(response.statusCode, response.body).toBe(200)
    return response.json()
  }

  private async answer<Answer>(
    method: 'GET' | 'PUT' | 'POST',
    url: string,
    body?: object,
  ): Promise<Answer> {
    const call = { method, url, headers: this.host, ...(body && { body }) }
    const response = await this.server.call(call)
    expect(response.statusCode, response.body).toBe(200)
    return response.json()
  }
}
