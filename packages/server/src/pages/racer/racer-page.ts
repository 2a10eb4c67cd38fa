import type { RacerPage, SeasonProgress } from '@rollcall/contract/racers'
import { sql } from 'kysely'
import { listBadges } from '../../domain/badges/read-badges.ts'
import { type SeasonSum, sumSeasons, totalPoints } from '../../domain/boards/racer-numbers.ts'
import { playedBy, SEASONS_PLAYED } from '../../domain/boards/racer-sums.ts'
import { listShown } from '../../domain/people/racer-names.ts'
import { getSettings } from '../../domain/site/settings.ts'
import { marbleDayOf } from '../../domain/standings/marble-days.ts'
import { channelsOf, type Person, racersOfPeople } from '../../domain/standings/person.ts'
import { findDays, type RacerDays } from '../../domain/standings/racer-days.ts'
import { headOf } from '../../domain/standings/racer-heads.ts'
import { listHeldDays, notHeld } from '../../domain/visibility/held-days.ts'
import { findHolds } from '../../domain/visibility/public-games.ts'
import type { AppContext } from '../../edge/app-context.ts'
import { ask } from '../../platform/database/ask.ts'
import { type Columns, toRows } from '../../platform/database/columns.ts'
import type { Db } from '../../platform/database/schema.ts'
import { findRacerEvents } from './racer-events.ts'

/** What a racer's page shows first. */
export async function getRacerPage(
  context: AppContext,
  person: Person,
  viewerId: number | null,
): Promise<RacerPage> {
  const { db } = context
  const now = context.now()
  const { season } = await getSettings(db)
  const seasons = await listSeasons(context, person)
  const holds = await findHolds(db, now)
  const channelIds = channelsOf(person)
  const days = await findDays(context, person, { season, now, isShown: notHeld(holds, channelIds) })
  const heldDays = await listHeldDays(db, { holds, channelIds, from: days.yearAgo })
  const all = sumSeasons(seasons)
  const current = seasons.find((each) => each.season === season)
  return {
    ...(await headOf(db, person, viewerId)),
    isOwn: viewerId !== null && viewerId === person.userId,
    // For anybody else there is no page.
    isHidden: (await listShown(db, [person.address])).length === 0,
    season,
    points: {
      lifetime: all === null ? null : totalPoints(all),
      season: current === undefined ? null : totalPoints(current),
    },
    races: { games: all?.raceGames ?? null, wins: all?.raceWins ?? null },
    royales: {
      games: all?.royaleGames ?? null,
      wins: all?.royaleWins ?? null,
      crownWins: all?.crownWins ?? null,
      kills: all?.kills ?? null,
    },
    bestRank: days.bestRank,
    ranks: days.ranks,
    streak: days.streak,
    year: { ...yearOf(days), ...(heldDays.length > 0 && { heldDays }) },
    progress: progressOf(days, await listSeasonsShown(db, season)),
    seasons: seasons.flatMap((each) => {
      const points = totalPoints(each)
      return points === null ? [] : { season: each.season, points }
    }),
    events: await findRacerEvents(db, person),
    badges: await listBadges(db, person, { now }),
  }
}

/** The oldest first. */
async function listSeasons(
  context: Pick<AppContext, 'db' | 'pool'>,
  person: Person,
): Promise<SeasonSum[]> {
  const question = sql`${playedBy(racersOfPeople([person]))} ${SEASONS_PLAYED}`
  const { seasons } = await ask<{ seasons: Columns<SeasonSum> }>(context, question)
  return toRows(seasons)
}

function yearOf({ today, yearAgo, endsAt, days }: RacerDays): RacerPage['year'] {
  const byDay = new Map<string, RacerPage['year']['days'][number]>()
  for (const { day, lastDay, points, games } of days) {
    if (day !== null && day >= yearAgo) {
      // Two seasons share the day on which one of them began.
      const before = byDay.get(day)
      byDay.set(day, {
        day,
        lastDay: lastDay ?? before?.lastDay ?? null,
        points: points + (before?.points ?? 0),
        games: games + (before?.games ?? 0),
      })
    }
  }
  return {
    from: yearAgo,
    to: today,
    endsAt: endsAt.toISOString(),
    days: [...byDay.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1)),
  }
}

interface ShownSeason {
  season: number
  /** null: it was current when the site began. */
  firstDay: string | null
  isCurrent: boolean
}

/** The current season and the one before it, the older one first. */
async function listSeasonsShown(db: Db, current: number): Promise<ShownSeason[]> {
  const { rows } = await sql<Omit<ShownSeason, 'isCurrent'>>`
    select season,
      case when since > (select min(since) from season_starts) then
        ${marbleDayOf(sql`since`)}
      end as "firstDay"
    from (
      select distinct on (season) season, since
      from season_starts where season <= ${current}
      order by season desc, since
      limit 2
    ) as started
    order by season`.execute(db)
  return rows.map((row) => ({ ...row, isCurrent: row.season === current }))
}

function progressOf({ days }: RacerDays, seasons: readonly ShownSeason[]): SeasonProgress[] {
  return seasons.flatMap(({ season, firstDay, isCurrent }) => {
    const played = days.filter((each) => each.season === season)
    const undated = played.find(({ day }) => day === null)?.points ?? 0
    const dated = played.flatMap(({ day, lastDay, points }) =>
      day === null ? [] : { day, lastDay, points },
    )
    return played.length === 0 ? [] : { season, firstDay, isCurrent, undated, days: dated }
  })
}
