/** The answers of a server, to compare them with another server's. */
import type { FaultLoad } from './fault-load.ts'
import { GAMES_SEASON, SEASON } from './fault-load-files.ts'

export interface BoardRow {
  username: string
  totalPoints: number
  totalRaces: number
}

export async function fetchBoard(origin: string, season: number): Promise<BoardRow[]> {
  const answer = await fetch(new URL('/api/leaderboard/', origin), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ season, limit: 100 }),
    signal: AbortSignal.timeout(15_000),
  })
  if (!answer.ok) throw new Error(`The leaderboard answered ${answer.status}`)
  return ((await answer.json()) as { data: BoardRow[] }).data
}

/** Leaderboards, events and dashboards, as text. */
export async function fetchAnswers(origin: string, load: FaultLoad): Promise<string> {
  const answers: unknown[] = []
  for (const season of [SEASON, GAMES_SEASON]) answers.push(await fetchBoard(origin, season))
  for (const { session, eventId, name } of load.streamers) {
    for (const path of [
      `/api/events/get-leaderboard/${eventId}`,
      '/api/events/getAll',
      '/api/dashboard/lifetime-stats',
      `/api/dashboard/season/${SEASON}/${name}`,
    ]) {
      const answer = await fetch(new URL(path, origin), { headers: session })
      answers.push([path, answer.status, await answer.text()])
    }
  }
  return JSON.stringify(answers, null, 1)
}
