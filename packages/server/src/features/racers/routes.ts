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
import type { SignedIn } from '../../http/access.ts'
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

  serve(getRacer, async ({ params, caller }) =>
    getRacerPage(context, await getPerson(params, caller), caller?.userId ?? null),
  )

  serve(listRacerChannelRanks, async ({ params, caller }) => {
    const person = await getPerson(params, caller)
    const { season } = await getSettings(db)
    return {
      season,
      ...(await listWeeksRanks({ ...context, racerBoards }, person, { season, now: now() })),
    }
  })

  serve(listRacerGames, async ({ params, caller }) =>
    findRacerGames(context, await getPerson(params, caller), await getMoment()),
  )

  serve(compareRacers, async ({ params, caller }) => {
    const { platform, login, otherPlatform, otherLogin } = params
    const racer = await getPerson({ platform, login }, caller)
    const other = await getPerson({ platform: otherPlatform, login: otherLogin }, caller)
    if (isSame(racer, other)) {
      throw new ApiError('same_racer')
    }
    const viewerId = caller?.userId ?? null
    return compareTwo(context, { racer, other, viewerId, ...(await getMoment()) })
  })

  serve(listRivalsOf, async ({ params, caller }) => ({
    rivals: await listRivals(db, await getPerson(params, caller), await getMoment()),
  }))

  /** What can be seen now. */
  async function getMoment() {
    const { season } = await getSettings(db)
    return { season, holds: await findHolds(db, now()) }
  }

  async function getPerson(address: Racer, caller: SignedIn | null): Promise<Person> {
    const person = await findShownPerson(context, address, caller?.userId ?? null)
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
