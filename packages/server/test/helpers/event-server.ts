/** A server on which people create events and take part in them. */
import { type Session, startTestServer, type TestServer, userIds } from './test-server.ts'

interface EventServer<Name extends string> {
  server: TestServer
  people: Record<Name | 'boss', Session>
  /** User ids by login. */
  ids: Record<string, number>
  /** The id of the default configuration. */
  leaderboard: number
}

/** Signs these people in, and `boss`, who is an admin. */
export async function startEventServer<Name extends string>(
  names: readonly Name[],
  startsAt: string,
  env: Record<string, string> = {},
): Promise<EventServer<Name>> {
  const server = await startTestServer({
    env: { ADMIN_LOGINS: 'boss', ...env },
    startsAt: new Date(startsAt),
  })
  const people = { boss: await server.signIn('boss') } as Record<Name | 'boss', Session>
  for (const name of names) {
    people[name] = await server.signIn(name)
  }
  const url = '/api/events/leaderboards'
  const [standard] = await server.ask({ method: 'GET', url, headers: people.boss })
  return { server, people, ids: await userIds(server), leaderboard: standard.id }
}

/** Creates a series with an event for each day, `Round 1` and so on. */
export async function createRounds(
  server: TestServer,
  headers: Session,
  {
    name,
    days,
    leaderboard,
    participants,
  }: {
    name: string
    days: readonly string[]
    leaderboard: number
    participants: readonly (number | undefined)[]
  },
): Promise<{ seriesId: number; rounds: number[] }> {
  const { id } = await server.ask({
    method: 'POST',
    url: '/api/events/createEventSeries',
    headers,
    body: {
      seriesName: name,
      timeZone: 'UTC',
      events: days.map((day, index) => ({
        name: `Round ${index + 1}`,
        ...{ startDate: day, endDate: day, leaderboard, participants },
      })),
    },
  })
  const url = `/api/events/getBySeriesId/${id}`
  const [series] = await server.ask({ method: 'GET', url, headers })
  return { seriesId: id, rounds: series.events.map((event: { id: number }) => event.id) }
}
