import {
  compareRacers,
  getRacer,
  listLuckiest,
  listRacerChannelRanks,
  listRacerGames,
  listRivals,
} from '@rollcall/contract/racers'
import { listRacerLeagues } from '@rollcall/contract/racers-leagues'
import type { Racer } from '@rollcall/scoring/racer'
import type { RacerBoards } from '../../domain/boards/racers.ts'
import type { LeagueTables } from '../../domain/events/league/kept-tables.ts'
import { findRacerLeagues } from '../../domain/events/league/racer-leagues.ts'
import { getSettings } from '../../domain/site/settings.ts'
import type { Person } from '../../domain/standings/person.ts'
import { headsOf } from '../../domain/standings/racer-heads.ts'
import { findShownPerson } from '../../domain/visibility/has-page.ts'
import { findHolds } from '../../domain/visibility/public-games.ts'
import type { SignedIn } from '../../edge/access.ts'
import { ApiError } from '../../edge/api-error.ts'
import type { AppContext } from '../../edge/app-context.ts'
import { ownerKey } from '../../edge/rate-limits.ts'
import type { Serve } from '../../edge/serve-endpoint.ts'
import type { Turns } from '../../edge/turns.ts'
import { Luckiest } from './luckiest.ts'
import { rememberMeetings } from './meetings.ts'
import { listPublicRanks } from './public-ranks.ts'
import { findRacerGames } from './racer-games.ts'
import { getRacerPage } from './racer-page.ts'

export function serveRacers(
  serve: Serve,
  context: AppContext,
  {
    racerBoards,
    searching,
    tables,
  }: { racerBoards: RacerBoards; searching: Turns; tables: LeagueTables },
): void {
  const { db, now } = context
  const luckiest = new Luckiest(context)
  const meetings = rememberMeetings(context, searching)

  serve(listLuckiest, async () => luckiest.list(await getMoment(context)))

  serve(getRacer, async ({ params, caller }) =>
    getRacerPage(context, await getPerson(context, params, caller), caller?.userId ?? null),
  )

  serve(listRacerChannelRanks, async ({ params, caller }) => {
    const person = await getPerson(context, params, caller)
    const { season } = await getSettings(db)
    return {
      season,
      ...(await listPublicRanks({ ...context, racerBoards }, person, { season, now: now() })),
    }
  })

  serve(listRacerLeagues, async ({ params, caller }) => {
    const person = await getPerson(context, params, caller)
    const viewerId = caller?.userId ?? null
    return { leagues: await findRacerLeagues({ ...context, tables }, person, viewerId) }
  })

  serve(listRacerGames, async ({ params, caller }) =>
    findRacerGames(context, await getPerson(context, params, caller), await getMoment(context)),
  )

  serve(compareRacers, async ({ params, caller, request }) => {
    const { platform, login, otherPlatform, otherLogin } = params
    const racer = await getPerson(context, { platform, login }, caller)
    const other = await getPerson(context, { platform: otherPlatform, login: otherLogin }, caller)
    if (isSame(racer, other)) {
      throw new ApiError('same_racer')
    }
    const [head, otherHead] = await headsOf(db, [racer, other], caller?.userId)
    if (head === undefined || otherHead === undefined) {
      throw new Error('a racer without a name')
    }
    const compared = await meetings.versus(
      { racer, other },
      await getMoment(context),
      ownerKey(request),
    )
    return { racer: head, other: otherHead, ...compared }
  })

  serve(listRivals, async ({ params, caller, request }) => {
    const person = await getPerson(context, params, caller)
    const rivals = await meetings.rivals(person, await getMoment(context), ownerKey(request))
    const heads = await headsOf(
      db,
      rivals.map(({ rival }) => rival),
    )
    return {
      rivals: rivals.flatMap(({ rival: _, ...figures }, index) => {
        const racer = heads[index]
        return racer === undefined ? [] : { racer, ...figures }
      }),
    }
  })
}

/** What can be seen now. */
async function getMoment({ db, now }: AppContext) {
  const { season } = await getSettings(db)
  return { season, holds: await findHolds(db, now()) }
}

async function getPerson(
  context: AppContext,
  address: Racer,
  caller: SignedIn | null,
): Promise<Person> {
  const person = await findShownPerson(context, address, caller?.userId ?? null)
  if (person === null) {
    throw new ApiError('no_such_racer')
  }
  return person
}

const isSame = (a: Person, b: Person) =>
  a.userId === b.userId &&
  a.address.platform === b.address.platform &&
  a.address.login === b.address.login
