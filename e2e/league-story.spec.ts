/** The public page of a league after some rounds: how the table came to be, its teams, and its champion at the end. */
import { openApiClient } from '@rollcall/demo/api-client'
import { signInStreamer, uploadStanding } from './event-boards.ts'
import { button, createSeries, expectNoSidewaysScroll, signInByApi } from './event-forms.ts'
import { expect, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { openAs, originUnderTest } from './sessions.ts'

const RULES = {
  points: { kind: 'event' },
  drops: [],
  minimumRounds: 0,
  ties: ['wins'],
  multipliers: [],
  teams: { best: 2, minSize: 1, maxSize: 5 },
}
const ROUNDS = [
  { ls_ada: 10, ls_bea: 8, ls_cai: 6, ls_dee: 4 },
  { ls_ada: 5, ls_bea: 6, ls_cai: 4, ls_dee: 7 },
  { ls_ada: 1, ls_bea: 2, ls_dee: 30 },
]

test('a stranger reads how a table came to be, and who is champion', async ({ page, browser }) => {
  const host = await signInStreamer('ls_host')
  const ada = await signInByApi('ls_ada')
  const { id, eventIds } = await createSeries(
    host.session,
    'Story Cup',
    ROUNDS.map((_, index) => ({
      ...{ name: `Stage ${index + 1}`, startsIn: 3 * index - 12, lasts: 1 },
      participants: ['ls_host'],
    })),
  )
  for (const [index, points] of ROUNDS.entries()) {
    const racers = Object.entries(points).map(([name, own]) => ({ name, points: own }))
    await uploadStanding(host, eventIds[index] ?? 0, racers)
  }
  const { call } = openApiClient(originUnderTest())
  const league = `/api/events/series/${id}/league`
  await call(league, host.session, { rules: RULES }, 'PUT')
  const team = { name: 'Copper Comets', color: 'orange' }
  const { id: teamId } = await call<{ id: number }>(`${league}/teams`, host.session, team)
  type Deciding = { deciding: { token: string; asked: { id: number }[] } }
  const findTeam = async () =>
    (await call<{ teams: Deciding[] }>(`${league}/teams`, host.session)).teams[0]?.deciding
  await call(`/api/teams/${(await findTeam())?.token}`, ada, {})
  const asking = (await findTeam())?.asked[0]?.id
  await call(`${league}/teams/${teamId}/members/${asking}`, host.session, {}, 'PUT')
  const { token } = await call<{ token: string }>(`/api/events/series/${id}/link`, host.session, {})

  await page.goto(`/s/${token}`)
  const story = page.getByRole('region', { name: 'How the table came to be' })
  await expect(
    story.getByRole('img', { name: 'The ranks of the first 4 racers after each round, as lines' }),
  ).toBeVisible()
  const ends = story.getByRole('list', { name: 'Ranks now' }).getByRole('listitem')
  await expect(ends).toHaveText([/1\s*ls_dee/, /2\s*ls_ada/, /3\s*ls_bea/, /4\s*ls_cai/])
  await expect(story).toContainText('Biggest climb: ls_dee, from rank 3 to 1 in Stage 3.')
  const told = story.getByRole('list', { name: 'Round by round' }).getByRole('listitem')
  await expect(told.nth(0)).toContainText('ls_ada won with 10 points.')
  await expect(told.nth(0)).toContainText('After it ls_ada led with 10 points.')
  await expect(told.nth(2)).toContainText('After it ls_dee led with 41 points.')
  await story.getByText('The same as numbers').click()
  const numbers = story.getByRole('table', { name: 'Ranks and points after each round' })
  await expect(numbers.getByRole('row', { name: /ls_dee/ })).toContainText('rank 3, 11 points')

  const teams = page.getByRole('region', { name: 'Teams', exact: true })
  const comets = teams.getByRole('table', { name: 'Table of the teams' })
  await expect(comets.getByRole('link', { name: 'Copper Comets' })).toBeVisible()
  const table = page.getByRole('table', { name: 'Table of Story Cup' })
  await expect(table.getByRole('row', { name: /ls_ada/ })).toContainText('Copper Comets')
  await expectAccessibleInBothSchemes(page)

  const phone = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await phone.goto(`/s/${token}`)
  await expect(phone.getByRole('list', { name: 'Ranks now' })).toBeVisible()
  await expectNoSidewaysScroll(phone)

  await openAs(phone, 'ls_ada', `/s/${token}`)
  await expect(phone.getByText('Your team is Copper Comets.')).toBeVisible()
  await phone.goto('/r/twitch/ls_ada')
  const leagues = phone.getByRole('region', { name: 'Leagues' })
  await expect(leagues).toContainText('2nd of 4 racers')
  await expect(leagues.getByRole('link', { name: 'Copper Comets' })).toBeVisible()
  await expectNoSidewaysScroll(phone)
  await expectAccessibleInBothSchemes(phone)
  await phone.close()

  for (const eventId of eventIds) {
    await call(`${league}/rounds/${eventId}`, host.session, { to: 'final' }, 'PUT')
  }
  await openAs(page, 'ls_host', `/my-events/manage-series/${id}`)
  await button(page, 'Finish the season').click()
  await expect(button(page, 'Let the season go on')).toBeVisible()
  await page.goto(`/s/${token}`)
  await expect(page.getByText('Champion', { exact: true })).toBeVisible()
})
