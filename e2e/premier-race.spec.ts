/**
 * Two races of a league of teams, of whose four to eight members the best four of a race count, with a bonus for the first
 * at each checkpoint. Its server has a clock of its own, so that a roster changes between the races.
 */
import type { Page } from '@playwright/test'
import { raceFiles } from '@rollcall/server/testing/game-files'
import { callAs } from './configurations.ts'
import { dayFromNow } from './days.ts'
import { signInStreamer, uploadGame } from './event-boards.ts'
import { button, createSeries, expectNoSidewaysScroll, signInByApi } from './event-forms.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { useOwnClock } from './own-clock.ts'
import { openAs, originUnderTest } from './sessions.ts'
import { PHONE } from './show-pages.ts'

/** Rounds, and the days from today on which people do something: more than one day apart, so no time zone matters. */
const [RACE_1, RACE_2] = [-6, -2]
const [BEFORE, BETWEEN, AFTER] = [-8, -4, 0]

const goTo = useOwnClock('premier', BEFORE)

const [COMETS, GLIDERS, LOOPS] = ['Copper Comets', 'Glass Gliders', 'Lone Loops']

interface FoundTeam {
  readonly id: number
  readonly name: string
  readonly deciding: { readonly token: string; readonly asked: readonly { readonly id: number }[] }
}

/** What the organiser does with teams by calls. */
async function organise(seriesId: number) {
  const { session } = await signInStreamer('pr_host')
  const url = `/api/events/series/${seriesId}/league/teams`
  const act = (method: string, path: string, body?: object) =>
    callAs<{ id: number }>(session, { method, path, ...(body && { body }) })
  const find = async (name: string): Promise<FoundTeam> => {
    const { teams } = await callAs<{ teams: FoundTeam[] }>(session, { method: 'GET', path: url })
    const team = teams.find((each) => each.name === name)
    if (team === undefined) throw new Error(`There is no team ${name}.`)
    return team
  }
  /** Lets everybody in who has asked. */
  const admit = async (name: string) => {
    const { id, deciding } = await find(name)
    for (const asked of deciding.asked) await act('PUT', `${url}/${id}/members/${asked.id}`)
  }
  return {
    make: (name: string, color: string) => act('POST', url, { name, color }),
    linkOf: async (name: string) => `/teams/${(await find(name)).deciding.token}`,
    admit,
    /** They ask by the team's link, and are let in. */
    join: async (name: string, racers: readonly string[]) => {
      const { token } = (await find(name)).deciding
      for (const racer of racers) {
        const own = await signInByApi(racer)
        await callAs(own, { method: 'POST', path: `/api/teams/${token}` })
      }
      await admit(name)
    },
    publish: async () => {
      const path = `/api/events/series/${seriesId}/link`
      return `/s/${(await callAs<{ token: string }>(session, { method: 'POST', path })).token}`
    },
  }
}

/** The companion sends a race with who was first at checkpoint 1, 2 …; the winner is the first racer. */
async function race(day: number, racers: readonly string[], stages: readonly string[]) {
  const { session } = await signInStreamer('pr_host')
  const hits = stages.map((login, index) => `${index + 1},${login},${login},FFFFFFFF`)
  const checkpoints = ['Number,Username,DisplayName,NameColorHex', ...hits, ''].join('\r\n')
  const files = raceFiles(racers, new Date(`${dayFromNow(day)}T14:00:00Z`))
  await uploadGame(session, { ...files, checkpointData: Buffer.from(checkpoints) })
}

async function passDays(day: number, ...pages: readonly Page[]): Promise<void> {
  for (const each of pages) await each.goto('about:blank')
  await goTo(day)
}

const teamRow = (page: Page, team: string) =>
  page.getByRole('table', { name: 'Table of the teams' }).getByRole('row').filter({ hasText: team })

/** The members whose points a team has of a race, the best first. */
async function expectCounted(page: Page, team: string, cell: RegExp, members: readonly string[]) {
  await teamRow(page, team).getByRole('button', { name: cell }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('listitem')).toHaveText([...members])
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toHaveCount(0)
}

test('the best four of a team score in a race, and a roster changes from the next race', async ({
  page,
  browser,
}) => {
  const { session } = await signInStreamer('pr_host')
  const { id } = await createSeries(session, 'Premier League', [
    { name: 'Race 1', startsIn: RACE_1, lasts: 0, participants: ['pr_host'] },
    { name: 'Race 2', startsIn: RACE_2, lasts: 0, participants: ['pr_host'] },
  ])
  await openAs(page, 'pr_host', `/my-events/manage-series/${id}`)
  await button(page, 'Set up a table').click()
  await page.getByText('Points for places', { exact: true }).click()
  await page.getByLabel('Points from 1st place on').fill('10, 8, 6, 5, 4, 3, 2, 1')
  await button(page, 'Add a bonus').click()
  await expect(page.getByLabel('Name, bonus 1')).toHaveValue('Stage winner')
  await page.getByLabel('Points, bonus 1').fill('3')
  await page.getByText('Racers join teams').click()
  await page.getByLabel('How many members count in a round?').fill('4')
  await page.getByLabel('Fewest members of a team').fill('4')
  await page.getByLabel('Most members of a team').fill('8')
  await button(page, 'Save the rules').click()
  const rules = page.getByRole('region', { name: 'League table', exact: true })
  await expect(rules).toContainText('The rules were saved.')
  await expect(rules).toContainText('3 points each time that a racer is first at a checkpoint')
  await expect(rules).toContainText('A team has the points of its best 4 members of each round.')
  await expect(rules).toContainText('A team may have up to 8 members.')

  const organiser = await organise(id)
  await organiser.make(COMETS, 'orange')
  await organiser.make(GLIDERS, 'sky')
  await organiser.make(LOOPS, 'lime')
  await organiser.join(COMETS, ['pr_ada', 'pr_bea', 'pr_cai', 'pr_dee'])
  await organiser.join(GLIDERS, ['pr_gus', 'pr_hal', 'pr_ivy', 'pr_jan'])
  await organiser.join(LOOPS, ['pr_kim'])
  const phone = await browser.newPage({
    viewport: PHONE,
    timezoneId: 'UTC',
    baseURL: originUnderTest(),
  })
  await openAs(phone, 'pr_eli', await organiser.linkOf(COMETS))
  await button(phone, 'Ask to join').click()
  await expect(phone.getByRole('status')).toContainText('You have asked to join.')
  await page.reload()
  await page.locator('summary').filter({ hasText: COMETS }).click()
  await button(page, 'Admit pr_eli').click()
  await expect(page.getByText('pr_eli is in the team.')).toBeVisible()
  const publicPage = await organiser.publish()

  await passDays(BETWEEN, page, phone)
  await race(
    RACE_1,
    ['ada', 'gus', 'bea', 'hal', 'cai', 'dee', 'eli', 'ivy', 'jan', 'fay', 'kim'].map(named),
    ['eli', 'eli', 'hal'].map(named),
  )
  await page.goto(publicPage)
  // 7th of the race and first at two checkpoints: 2 + 2 × 3.
  const eli = page.getByRole('table', { name: 'Table of Premier League' }).getByRole('row')
  await eli
    .filter({ hasText: 'pr_eli' })
    .getByRole('button', { name: /with \+6 bonus/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'pr_eli, Race 1' })
  await expect(dialog).toContainText('7th place')
  await expect(dialog).toContainText('Stage winner')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  // 10 + (2 + 6) + 6 + 4, without the 3 of the fifth; and 8 + (5 + 3) + 1 + 0.
  await expect(teamRow(page, COMETS).getByRole('cell')).toContainText(['1', '28', '28'])
  await expect(teamRow(page, GLIDERS).getByRole('cell')).toContainText(['2', '17', '17'])
  // One member is fewer than four.
  await expect(teamRow(page, LOOPS)).toContainText('Did not race')
  const first = ['pr_ada10', 'pr_eli2', 'pr_bea6', 'pr_cai4']
  await expectCounted(page, COMETS, /^1st place, 28/, first)

  // Between the races, one member goes to the other team, and somebody new takes their place.
  await openAs(phone, 'pr_eli', '/my-events')
  await phone.getByRole('link', { name: COMETS }).click()
  await button(phone, 'Leave the team').click()
  await phone.getByRole('alertdialog').getByRole('button', { name: 'Leave the team' }).click()
  await expect(phone.getByRole('status')).toContainText('You have left the team.')
  const between = await organise(id)
  await between.join(GLIDERS, ['pr_eli'])
  await between.join(COMETS, ['pr_fay'])
  await page.reload()
  await expect(teamRow(page, COMETS).getByRole('cell')).toContainText(['1', '28', '28'])
  await expectCounted(page, COMETS, /^1st place, 28/, first)

  await passDays(AFTER, page, phone)
  await race(
    RACE_2,
    ['eli', 'fay', 'ada', 'gus', 'bea', 'cai', 'dee', 'hal', 'ivy', 'jan'].map(named),
    ['jan'].map(named),
  )
  await phone.goto(publicPage)
  // 8 + 6 + 4 + 3, without 2; and 10 + 5 + (0 + 3) + 1, without 0. Race 1 stays as it was.
  await expect(teamRow(phone, COMETS).getByRole('cell')).toContainText(['1', '49', '28', '21'])
  await expect(teamRow(phone, GLIDERS).getByRole('cell')).toContainText(['2', '36', '17', '19'])
  await expectCounted(phone, COMETS, /^1st place, 28/, first)
  await expectCounted(phone, COMETS, /^1st place, 21/, ['pr_fay8', 'pr_ada6', 'pr_bea4', 'pr_cai3'])
  await expectCounted(phone, GLIDERS, /place, 19/, ['pr_eli10', 'pr_gus5', 'pr_jan0', 'pr_hal1'])
  // 8 + 10, 10 + 6, 8 + 5 and 6 + 4: a racer's own points go with them from team to team.
  const rows = phone.getByRole('table', { name: 'Table of Premier League' }).getByRole('row')
  for (const [index, [name, total]] of Object.entries([
    ['pr_eli', '18'],
    ['pr_ada', '16'],
    ['pr_gus', '13'],
    ['pr_bea', '10'],
  ] as const)) {
    await expect(rows.nth(1 + Number(index))).toContainText(name)
    await expect(
      rows
        .nth(1 + Number(index))
        .getByRole('cell')
        .nth(1),
    ).toContainText(total)
  }
  await expectNoSidewaysScroll(phone)
  await expectAccessible(phone)
  await phone.close()
})

const named = (name: string) => `pr_${name}`
