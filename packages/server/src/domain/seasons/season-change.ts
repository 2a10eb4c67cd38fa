/** What a change of the season concerns, and whether the last one can still be undone. */
import type { getSeasonState, SeasonChangeFinal } from '@rollcall/contract/admin'
import type { ResponseOf } from '@rollcall/contract/endpoint'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/schema.ts'
import { getSettings, latestStarts } from '../site/settings.ts'

type SeasonState = ResponseOf<typeof getSeasonState>

export async function findSeasonState(db: Db, now: Date): Promise<SeasonState> {
  const { season } = await getSettings(db)
  const { rows } = await sql<{ channels: number; companions: number; runningEvents: number }>`
    select
      (select count(*) from channel_seasons where season = ${season}) as channels,
      (select count(*) from companions where disconnected_at is null) as companions,
      (select count(*) from events where starts_at <= ${now} and ends_at > ${now})
        as "runningEvents"`.execute(db)
  const [counts = { channels: 0, companions: 0, runningEvents: 0 }] = rows
  const last = await findLastChange(db)
  return {
    season,
    ...counts,
    lastChange: last && {
      from: last.from,
      to: last.to,
      at: last.at.toISOString(),
      final: last.final,
    },
  }
}

interface LastChange {
  id: number
  from: number
  to: number
  at: Date
  final: SeasonChangeFinal | null
  isNewSeason: boolean
  clearedDevSeason: string | null
}

/** Null if the season has not changed since installation. */
export async function findLastChange(db: Db): Promise<LastChange | null> {
  const [last, previous] = await latestStarts(db).limit(2).execute()
  if (last === undefined || previous === undefined) {
    return null
  }
  const hasResults = await haveResultsArrived(db, last)
  return {
    id: last.id,
    from: previous.season,
    to: last.season,
    at: last.since,
    final: hasResults ? 'season_has_results' : last.asked_at === null ? null : 'season_asked_for',
    isNewSeason: last.is_new_season,
    clearedDevSeason: last.cleared_dev_season,
  }
}

async function haveResultsArrived(
  db: Db,
  { season, since }: { season: number; since: Date },
): Promise<boolean> {
  const { rows } = await sql<{ have: boolean }>`
    select exists (
      select from uploads as upload
      where upload.received_at >= ${since} and upload.outcome = 'stored' and (
        upload.season = ${season}
        or upload.facts -> 'seasons' @> ${JSON.stringify([{ season }])}::jsonb
      )
    ) as have`.execute(db)
  return rows[0]?.have === true
}
