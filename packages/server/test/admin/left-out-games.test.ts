/** An admin leaves a game out of rankings: it is nowhere, as if it was practice, and comes back as it was. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findDifferences } from '../../src/ops/verify/find-differences.ts'
import { differencesOf } from '../helpers/differences.ts'
import { type Actor, type Answers, HeldInstallation } from '../helpers/held-installation.ts'
import { leavePicturesUndrawn } from '../helpers/undrawn-pictures.ts'

leavePicturesUndrawn()

const LOOKING: readonly Actor[] = ['stranger']

let installation: HeldInstallation
let admin: { authorization: string }
beforeAll(async () => {
  installation = await HeldInstallation.start({ content: 'first', isSealed: false })
  admin = await installation.server.signIn('boss')
})
afterAll(() => installation.stop())

const latestGame = async (): Promise<number> => {
  const { games } = await installation.server.ask({ method: 'GET', url: '/api/games' })
  return games[0].id
}
const press = (method: 'PUT' | 'DELETE', id: number, body?: object) =>
  installation.server.call({
    method,
    url: `/api/admin/left-out-games/${id}`,
    headers: admin,
    ...(body && { body }),
  })
const differencesByVerify = async () => {
  const { context, database } = installation.server
  return (await findDifferences(context.db, database)).differences
}
/** What says when it was asked, or by whom. */
const OF_THE_QUESTION = [/^GET \/api\/account/, /^GET \/api\/racers\/luckiest$/]
const differing = (one: Answers, other: Answers) =>
  Object.fromEntries(
    Object.entries(differencesOf(one, other)).filter(
      ([kind]) => !OF_THE_QUESTION.some((known) => known.test(kind)),
    ),
  )

it('a race, a royale and a tilt level count nowhere, and then everywhere again', async () => {
  const without = await installation.readEverything(LOOKING)
  const ids: number[] = []
  for (const mode of ['race', 'royale', 'tilt'] as const) {
    await installation.play(mode)
    ids.push(await latestGame())
  }
  const before = await installation.readEverything(LOOKING)
  expect(Object.keys(differing(without, before)).length).toBeGreaterThan(30)

  for (const id of ids) {
    expect((await press('PUT', id, { reason: 'cheating' })).statusCode).toBe(200)
  }
  expect(differing(without, await installation.readEverything(LOOKING))).toEqual({})
  expect(await differencesByVerify()).toEqual([])

  for (const id of ids) {
    expect((await press('DELETE', id)).statusCode).toBe(200)
  }
  expect(differing(before, await installation.readEverything(LOOKING))).toEqual({})
  expect(await differencesByVerify()).toEqual([])
})

it('on a day that is over, it changes the day and every total, and comes back as it was', async () => {
  await installation.goToNextSeason()
  const id = await latestGame()
  const before = await installation.readEverything(LOOKING)
  await press('PUT', id, { reason: 'test' })
  const kinds = Object.keys(differing(before, await installation.readEverything(LOOKING)))
  expect(kinds).toEqual(expect.arrayContaining(['GET /api/games/:id']))
  expect(await differencesByVerify()).toEqual([])
  await press('DELETE', id)
  expect(differing(before, await installation.readEverything(LOOKING))).toEqual({})
  expect(await differencesByVerify()).toEqual([])
})

it('is refused for games that count nowhere anyway, and is written down', async () => {
  const id = await latestGame()
  expect((await press('DELETE', id)).json()).toMatchObject({ code: 'game_not_left_out' })
  expect((await press('PUT', 999_999, { reason: 'test' })).json()).toMatchObject({
    code: 'no_such_game_to_leave_out',
  })
  await press('PUT', id, { reason: 'test' })
  await press('PUT', id, { reason: 'cheating' })
  await press('DELETE', id)
  const { entries } = await installation.server.ask({
    method: 'GET',
    url: '/api/admin/audit-log?kind=act',
    headers: admin,
  })
  expect(entries.slice(0, 3).map(({ summary }: { summary: string }) => summary)).toEqual([
    `Let game ${id} of alpha count again.`,
    `Left game ${id} of alpha out of rankings: cheating.`,
    `Left game ${id} of alpha out of rankings: it was only a test.`,
  ])
})
