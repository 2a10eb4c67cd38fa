/** Creates events whose leaderboards are measured; `event-board-rows.ts` fills them in the server's process. */
import { openApiClient, type SessionHeader } from '@rollcall/demo/api-client'
import type { MeasuredServer } from './measured-server.ts'

export const ROWS = new URL('./event-board-rows.ts', import.meta.url).href

/** Creates an event whose days cover all games in the rows. */
export async function createEvent(
  { origin }: MeasuredServer,
  host: SessionHeader,
  { name, participants }: { name: string; participants: readonly number[] },
): Promise<number> {
  const client = openApiClient(origin)
  const [configuration] = await client.call<{ id: number }[]>('/api/events/leaderboards', host)
  const { id } = await client.call<{ id: number }>('/api/events/createEventSingle', host, {
    name,
    startDate: '2026-08-01',
    endDate: '2026-10-31',
    participants,
    leaderboard: configuration?.id,
  })
  return id
}

/** Creates an event with new streamers, each with a snapshot of this many racers. */
export async function createFilledEvent(
  server: MeasuredServer,
  host: SessionHeader,
  { streamers, racers }: { streamers: number; racers: number },
): Promise<number> {
  const participants = await server.run<number[]>(ROWS, 'makeStreamers', streamers)
  const eventId = await createEvent(server, host, { name: 'Bench', participants })
  await server.run(ROWS, 'fillSnapshots', { eventId, racers })
  return eventId
}
