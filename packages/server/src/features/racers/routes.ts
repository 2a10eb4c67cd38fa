import {
  compareRacers,
  getRacer,
  listLuckiest,
  listRacerChannelRanks,
  listRacerGames,
  listRivals as listRivalsOf,
} from '@rollcall/contract/racers'
import type { Racer } from '@rollcall/scoring/racer'
import type { AppContext } from '../../app-context.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import { getSettings } from '../../settings.ts'
import type { RacerBoards } from '../boards/racers.ts'
import { findHolds } from '../events/public-games.ts'
import type { Person } from '../standings/person.ts'
import { findShownPerson } from './has-page.ts'
import { cacheLuckiest } from './luckiest.ts'
import { findRacerGames } from './racer-games.ts'
import { getRacerPage } from './racer-page.ts'
import { listRivals } from './rivals.ts'
import { compareTwo } from './versus.ts'
import { listWeeksRanks } from './weeks-ranks.ts'

export function serveRacers(
  serve: Serve,
  context: AppContext,
  { racerBoards }: { racerBoards: RacerBoards },
): void {
  const { db, now } = context
  const findLuckiest = cacheLuckiest(context)

  serve(listLuckiest, async () => findLuckiest(await getMoment()))

  serve(getRacer, async ({ params, caller }) => {
    const person = await getPerson(params)
    const isOwn = caller !== null && caller.userId === person.userId
    return getRacerPage(context, person, { isOwn })
  })

  serve(listRacerChannelRanks, async ({ params }) => {
    const person = await getPerson(params)
    const { season } = await getSettings(db)
    return {
      season,
      ...(await listWeeksRanks({ ...context, racerBoards }, person, { season, now: now() })),
    }
  })

  serve(listRacerGames, async ({ params }) =>
    findRacerGames(db, await getPerson(params), await getMoment()),
  )

  serve(compareRacers, async ({ params: { platform, login, otherPlatform, otherLogin } }) => {
    const racer = await getPerson({ platform, login })
    const other = await getPerson({ platform: otherPlatform, login: otherLogin })
    if (isSame(racer, other)) {
      throw new ApiError('same_racer')
    }
    return compareTwo(context, { racer, other, ...(await getMoment()) })
  })

  serve(listRivalsOf, async ({ params }) => ({
    rivals: await listRivals(db, await getPerson(params), await getMoment()),
  }))

  /** What can be seen now. */
  async function getMoment() {
    const { season } = await getSettings(db)
    return { season, holds: await findHolds(db, now()) }
  }

  async function getPerson(address: Racer): Promise<Person> {
    const person = await findShownPerson(context, address)
    if (person === null) {
      throw new ApiError('no_such_racer')
    }
    return person
  }
}

const isSame = (a: Person, b: Person) =>
  a.userId === b.userId &&
  a.address.platform === b.address.platform &&
  a.address.login === b.address.login
