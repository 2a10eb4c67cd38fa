/** Makes two teams in the league, close to each other, whose members joined before its first round. */
import type { DemoGiven } from './demo-step.ts'
import { LEAGUE, ORGANISER, SERIES } from './fill-events.ts'

const TEAMS = [
  { name: 'Copper Comets', color: 'orange' },
  { name: 'Glass Gliders', color: 'sky' },
] as const

/** The best racers of the league, dealt so that both teams are about as good. */
const DEALT = [0, 1, 1, 0, 0, 1, 1, 0]

/** Before the first round. */
const DAYS_AGO = 10

interface FoundTeam {
  id: number
  name: string
  deciding: { token: string; asked: { id: number }[] } | null
}

export async function fillTeams({ apiClient, daysAgo }: DemoGiven): Promise<void> {
  const organiser = await apiClient.signIn(ORGANISER)
  const { eventSeries } = await apiClient.call<{ eventSeries: { id: number; name: string }[] }>(
    '/api/events/getAll',
    organiser,
  )
  const league = `/api/events/series/${eventSeries.find(({ name }) => name === SERIES)?.id}/league`
  const rules = { ...LEAGUE, teams: { best: 3, minSize: 1, maxSize: 5 } }
  await apiClient.call(league, organiser, { rules }, 'PUT')
  const { rows } = await apiClient.call<{ rows: { racer_name: string }[] }>(league, organiser)
  // Nobody signs in as a hidden racer, or with a login of another platform.
  const best = rows.map(({ racer_name }) => racer_name).filter((name) => /^\w+$/.test(name))
  const findTeams = async () =>
    (await apiClient.call<{ teams: FoundTeam[] }>(`${league}/teams`, organiser)).teams
  const made = await findTeams()
  for (const team of TEAMS) {
    if (!made.some(({ name }) => name === team.name)) {
      await apiClient.call(`${league}/teams`, organiser, team)
    }
  }
  const tokens = new Map((await findTeams()).map(({ name, deciding }) => [name, deciding?.token]))
  for (const [index, team] of DEALT.entries()) {
    const name = best[index]
    if (name === undefined) continue
    const member = await apiClient.signIn(name)
    const token = tokens.get(TEAMS[team]?.name ?? '')
    await apiClient.call(`/api/teams/${token}`, member, undefined, 'POST')
    await apiClient.signOut(member)
  }
  await daysAgo(DAYS_AGO, async () => {
    for (const { id, deciding } of await findTeams()) {
      for (const person of deciding?.asked ?? []) {
        const path = `${league}/teams/${id}/members/${person.id}`
        await apiClient.call(path, organiser, undefined, 'PUT')
      }
    }
  })
  await apiClient.signOut(organiser)
}
