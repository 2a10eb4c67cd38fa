/** Who owns a login, season by season and moment by moment, when names change hands. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { RenamingPeople } from '../helpers/renaming-people.ts'

let people: RenamingPeople

beforeAll(async () => {
  people = await RenamingPeople.gather()
})
afterAll(() => people.leave())
beforeEach(() => people.nextRound())

const signIn = (person: string, login: string) => people.signIn(person, login)

/** The periods of a login in order, each with the person's letter. */
async function periodsOf(login: string) {
  const rows = await people.server.context.db
    .selectFrom('login_periods as period')
    .innerJoin('users as user', 'user.id', 'period.user_id')
    .select(['user.platform_user_id as person', 'first_season', 'last_season'])
    .select(['started_at', 'ended_at'])
    .where('period.login', '=', people.name(login))
    .orderBy('period.id')
    .execute()
  return rows.map((row) => [
    people.wordOf(row.person),
    [row.first_season, row.last_season],
    [row.started_at, row.ended_at],
  ])
}

const ever = null
const still = null

/** How many periods contain each of the seasons. Other than one means points are lost or counted twice. */
function ownersOf(periods: unknown[][], seasons: readonly number[]): number[] {
  const spans = periods.map(([, span]) => span as [number | null, number | null])
  return seasons.map(
    (season) =>
      spans.filter(([first, last]) => season >= (first ?? 0) && season <= (last ?? 9999)).length,
  )
}

describe('the periods of a login', () => {
  it('reach back without limit for the first owner, and another sign-in changes nothing', async () => {
    await signIn('A', 'x')
    await people.setSeason(76)
    await signIn('A', 'x')
    expect(await periodsOf('x')).toEqual([['A', [ever, still], [ever, still]]])
  })

  it('are right when the rename is seen first, then somebody else takes the login', async () => {
    await signIn('A', 'old')
    const renamed = await signIn('A', 'new')
    expect(await periodsOf('old')).toEqual([['A', [ever, 75], [ever, renamed.at]]])
    await signIn('B', 'old')
    expect(await periodsOf('old')).toEqual([
      ['A', [ever, 75], [ever, renamed.at]],
      ['B', [76, still], [renamed.at, still]],
    ])
    expect(await periodsOf('new')).toEqual([['A', [ever, still], [ever, still]]])
  })

  it('are right when somebody else takes the login first, then the rename is seen', async () => {
    await signIn('A', 'old')
    const taken = await signIn('B', 'old')
    const both = [
      ['A', [ever, 75], [ever, taken.at]],
      ['B', [76, still], [taken.at, still]],
    ]
    expect(await periodsOf('old')).toEqual(both)
    await signIn('A', 'new')
    expect(await periodsOf('old')).toEqual(both)
    expect(await periodsOf('new')).toEqual([['A', [ever, still], [ever, still]]])
  })

  it('are right when the login is taken seasons after the rename', async () => {
    await signIn('A', 'old')
    const renamed = await signIn('A', 'new')
    await people.setSeason(78)
    await signIn('B', 'old')
    expect(await periodsOf('old')).toEqual([
      ['A', [ever, 75], [ever, renamed.at]],
      ['B', [76, still], [renamed.at, still]],
    ])
  })

  it('are right when somebody goes back to their old name', async () => {
    await signIn('A', 'old')
    const away = await signIn('A', 'new')
    await people.setSeason(76)
    const back = await signIn('A', 'old')
    expect(await periodsOf('old')).toEqual([
      ['A', [ever, 75], [ever, away.at]],
      ['A', [76, still], [away.at, still]],
    ])
    expect(await periodsOf('new')).toEqual([['A', [ever, 76], [ever, back.at]]])
  })

  it('are right when somebody goes back to a name that another user had meanwhile', async () => {
    await signIn('A', 'old')
    await signIn('A', 'new')
    await signIn('B', 'old')
    await people.setSeason(77)
    const back = await signIn('A', 'old')
    const periods = await periodsOf('old')
    expect(periods.slice(1)).toEqual([
      ['B', [76, 77], [expect.any(Date), back.at]],
      ['A', [78, still], [back.at, still]],
    ])
  })

  it('are right when two people swap their names', async () => {
    await signIn('A', 'x')
    await signIn('B', 'y')
    const first = await signIn('A', 'y')
    await signIn('B', 'x')
    expect(await periodsOf('x')).toEqual([
      ['A', [ever, 75], [ever, first.at]],
      ['B', [76, still], [first.at, still]],
    ])
    expect(await periodsOf('y')).toEqual([
      ['B', [ever, 75], [ever, first.at]],
      ['A', [76, still], [first.at, still]],
    ])
  })

  it('are right when two people swap their names and sign in at the same moment', async () => {
    await signIn('A', 'x')
    await signIn('B', 'y')
    await Promise.all([signIn('A', 'y'), signIn('B', 'x')])
    const owners = (periods: unknown[][]) => periods.map(([person]) => person)
    expect(owners(await periodsOf('x'))).toEqual(['A', 'B'])
    expect(owners(await periodsOf('y'))).toEqual(['B', 'A'])
  })

  it('give every season one owner when a login changes hands several times within a season', async () => {
    for (const person of ['A', 'B', 'C']) {
      await signIn(person, 'x')
    }
    await people.setSeason(76)
    await signIn('D', 'x')
    const periods = await periodsOf('x')
    expect(periods.map(([person]) => person)).toEqual(['A', 'B', 'C', 'D'])
    expect(ownersOf(periods, [1, 74, 75, 76, 77, 78])).toEqual([1, 1, 1, 1, 1, 1])
    const instants = periods.map(([, , of]) => of as [Date | null, Date | null])
    expect(instants.slice(1).map(([start]) => start)).toEqual(
      instants.slice(0, -1).map(([, end]) => end),
    )
  })

  it('give every season one owner even if the current season is set back', async () => {
    await signIn('A', 'x')
    await people.setSeason(80)
    await signIn('B', 'x')
    await people.setSeason(75)
    await signIn('C', 'x')
    expect(ownersOf(await periodsOf('x'), [75, 79, 80, 81, 82])).toEqual([1, 1, 1, 1, 1])
  })
})
