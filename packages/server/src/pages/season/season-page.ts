import type { ChannelLabel } from '@rollcall/contract/endpoint'
import { SORT_FIELDS } from '@rollcall/contract/leaderboards'
import type { SeasonPage } from '@rollcall/contract/seasons'
import { type RawBuilder, sql } from 'kysely'
import { listRacerChampions } from '../../domain/badges/champions.ts'
import { type CachedBoard, SORT_COLUMNS, type StreamerRow } from '../../domain/boards/season.ts'
import { listPublicEvents } from '../../domain/events/public-events.ts'
import { getSettings } from '../../domain/site/settings.ts'
import { findChannelLabels } from '../../domain/standings/channel-labels.ts'
import { labelOf, looksAnywhere } from '../../domain/standings/racer-looks.ts'
import { listSeasonNumbers } from '../../domain/standings/seasons.ts'
import type { Db } from '../../platform/database/schema.ts'

const NAMED_LEADERS = 3
const MOST_CHAMPIONS = 20
const MOST_EVENTS = 20

/** Where a season is among those that have a page. */
export interface ShownSeason {
  season: number
  isRunning: boolean
  previous: number | null
  next: number | null
}

/** null: there is no such season, or it is still to come. */
export async function findSeason(db: Db, season: number): Promise<ShownSeason | null> {
  const { season: current } = await getSettings(db)
  const numbers = await listSeasonNumbers(db, { current })
  return numbers.includes(season)
    ? {
        season,
        isRunning: season === current,
        previous: numbers.find((number) => number < season) ?? null,
        next: numbers.findLast((number) => number > season) ?? null,
      }
    : null
}

/** What a season's page shows beside its board. */
export async function getSeasonPage(
  db: Db,
  shown: ShownSeason,
  { board }: CachedBoard,
): Promise<SeasonPage> {
  return {
    ...shown,
    channels: board.size,
    leaders: SORT_COLUMNS.flatMap((column) => {
      const first = board.list(column)[0]
      const value = first?.[SORT_FIELDS[column]] ?? 0
      if (value <= 0) {
        return []
      }
      const leaders = takeWhile(board.list(column), (row) => row[SORT_FIELDS[column]] === value)
      const named = leaders.slice(0, NAMED_LEADERS).map(channelOf)
      return { column, value, channels: named, more: leaders.length - named.length }
    }),
    champions: await listChampions(db, shown.season),
    events: await listPublicEvents(db, {
      which: beganDuring(shown.season),
      order: sql`event.starts_at desc, event.id desc`,
      limit: MOST_EVENTS,
    }),
  }
}

function takeWhile<Row>(rows: readonly Row[], passes: (row: Row) => boolean): readonly Row[] {
  const end = rows.findIndex((row) => !passes(row))
  return end === -1 ? rows : rows.slice(0, end)
}

export function channelOf({
  platform,
  login,
  username,
  displayName,
  profileImageUrl,
}: StreamerRow): ChannelLabel {
  return { platform, login, name: displayName ?? username, profileImageUrl }
}

async function listChampions(db: Db, season: number): Promise<SeasonPage['champions']> {
  const champions = await listRacerChampions(db, {
    which: sql`played.season = ${season}`,
    order: sql`points desc`,
    limit: MOST_CHAMPIONS,
  })
  const channels = await findChannelLabels(
    db,
    champions.map(({ channelId }) => channelId),
  )
  const looks = await looksAnywhere(db, champions)
  return looks.flatMap(({ channelId, points, season: _, ...look }) => {
    const channel = channels.get(channelId)
    return channel === undefined ? [] : { racer: labelOf(look), channel, points }
  })
}

/** Whether the query's `event` began while the season was the current one. The first one has no known beginning. */
const beganDuring = (season: number): RawBuilder<boolean> => sql<boolean>`exists (
  select from (
    select season, since, lead(since) over (order by since, id) as until,
      row_number() over (order by since, id) as number
    from season_starts
  ) as span
  where span.season = ${season}
    and (span.number = 1 or event.starts_at >= span.since)
    and (span.until is null or event.starts_at < span.until)
)`
