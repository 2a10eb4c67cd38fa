/** Events whose leaderboards are measured; `event-board-rows.ts` is what fills them, in the server's process. */
import { openApiClient, type SessionHeader } from '@rollcall/demo/api-client'
import type { MeasuredServer } from './measured-server.ts'

export const ROWS = new URL('./event-board-rows.ts', import.meta.url).href

/** Its days hold everything that the rows say was played. */
export async function createEvent(
  { origin }: MeasuredServer,
  host: SessionHeader,
  { name, participants }: { name: string; participants: readonly number[] },
): Promise<number> {
  const door = openApiClient(origin)
  const [configuration] = await door.call<{ id: number }[]>('/api/events/leaderboards', host)
  const { id } = await door.call<{ id: number }>('/api/events/createEventSingle', host, {
    name,
    startDate: '2026-08-01',
    endDate: '2026-10-31',
    participants,
    leaderboard: configuration?.id,
  })
  return id
}

/** With a snapshot of that many racers by each of that many new streamers. */
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
