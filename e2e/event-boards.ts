/** Events with results, made through the API for journeys that look at their leaderboards. */
import { openApiClient, type SessionHeader } from '@rollcall/demo/api-client'
import { type RacerInFile, raceFiles, sampleGame } from '@rollcall/server/testing/game-files'
import { findStandard } from './configurations.ts'
import { originUnderTest } from './sessions.ts'

export interface Streamer {
  readonly name: string
  readonly id: number
  readonly session: SessionHeader
}

export interface Racer {
  readonly name: string
  readonly points: number
  readonly kills?: number
}

const HEADER =
  'racer_name,channel,race_points,race_wins,race_races,br_points,br_wins,br_races,crownwins,br_kills,br_damage,eliminations,event_points'

async function call<Answer>(path: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(new URL(path, originUnderTest()), init)
  if (!response.ok) {
    throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  }
  return (await response.json()) as Answer
}

export async function signInStreamer(name: string): Promise<Streamer> {
  const session = await openApiClient(originUnderTest()).signIn(name)
  const { id } = await call<{ id: number }>('/api/user', { headers: session })
  return { name, id, session }
}

/** An event created by the first of the streamers, by default on the days of the sample games. */
export async function createEvent(
  streamers: readonly Streamer[],
  name: string,
  days = { startDate: '2026-08-01', endDate: '2026-10-31' },
): Promise<number> {
  const [creator] = streamers
  if (creator === undefined) {
    throw new Error('An event needs a creator.')
  }
  const headers = { ...creator.session, 'content-type': 'application/json' }
  const leaderboard = await findStandard(creator.session)
  const { id } = await call<{ id: number }>('/api/events/createEventSingle', {
    method: 'POST',
    headers,
    body: JSON.stringify({
      name,
      ...days,
      participants: streamers.map((streamer) => streamer.id),
      leaderboard,
    }),
  })
  return id
}

/** Uploads a streamer's standing, as the companion does. */
export async function uploadStanding(
  { name, session }: Streamer,
  eventId: number,
  racers: readonly Racer[],
): Promise<void> {
  const rows = racers.map(
    (racer) => `${racer.name},${name},820,2,14,400,1,3,0,${racer.kills ?? 9},611,0,${racer.points}`,
  )
  const body = new FormData()
  body.set('eventId', String(eventId))
  body.set('eventData', new Blob([[HEADER, ...rows, ''].join('\r\n')]), 'eventdata.csv')
  await call('/api/app/upload-event-data', { method: 'POST', headers: session, body })
}

/** Uploads a sample race. The default was captured from the game: 49 racers, won by amber_acorn1. */
export async function uploadRace(
  { session }: Streamer,
  sample: 'real/race-final' | 'race/legacy/01-ascii' = 'real/race-final',
): Promise<void> {
  await uploadGame(session, sampleGame(sample))
}

/** Uploads a race that finished just now, or then; the winner is the first racer. */
export async function raceNow(
  { session }: Streamer,
  racers: readonly RacerInFile[],
  finishedAt = new Date(),
): Promise<void> {
  await uploadGame(session, raceFiles(racers, finishedAt))
}

/** @returns the game's id */
export async function uploadGame(
  session: SessionHeader,
  files: Record<string, Buffer>,
): Promise<number> {
  const body = new FormData()
  for (const [part, content] of Object.entries(files)) {
    body.set(part, new Blob([new Uint8Array(content)]), `${part}.csv`)
  }
  if (!body.has('checkpointData')) {
    body.set(
      'checkpointData',
      new Blob(['Number,Username,DisplayName,NameColorHex\r\n']),
      'hits.csv',
    )
  }
  const { gameId } = await call<{ gameId: number }>('/api/app/upload-mpl-data', {
    method: 'POST',
    headers: session,
    body,
  })
  return gameId
}

/** So many racers, the first with the most points, in steps of 10.25. */
export function ladder(count: number, prefix = 'climber'): Racer[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `${prefix}_${String(index + 1).padStart(2, '0')}`,
    points: (count - index) * 10.25,
  }))
}
