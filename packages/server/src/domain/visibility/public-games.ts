/**
 * Which games everybody may see: rankable games that no sealed event holds. Game pages, lists of games, records and
 * everything else that shows single games use only these. docs/scoring.md, Held games.
 */
import { readConfiguration } from '@rollcall/scoring/configuration'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/schema.ts'
import { countingConfiguration } from '../scoring/counting-configuration.ts'
import { type Hold, holdRows, isHolding, isOfHold, listModes } from './held-games.ts'

/** All games that sealed events hold now. */
export async function findHolds(db: Db, now: Date): Promise<Hold[]> {
  const { rows } = await sql<Omit<Hold, 'modes'> & { configuration: unknown }>`
    select * from (
      select channel.id as "channelId", event.id as "eventId", ${countingConfiguration} as configuration,
        case
          when shown.since < event.ends_at
          then holding.held_times * tstzmultirange(tstzrange(shown.since, event.ends_at))
          else '{}'
        end as times
      from shows as show
      join events as event on event.id = show.event_id
      join event_participants as holding on holding.event_id = event.id
      join channels as channel on channel.user_id = holding.user_id
      cross join lateral (select greatest(event.starts_at, show.opened_at) as since) as shown
      where not isempty(holding.held_times) and ${isHolding(now)}
    ) as hold
    where not isempty(times)`.execute(db)
  return rows.map(({ configuration, ...hold }) => ({
    ...hold,
    modes: listModes(readConfiguration(configuration).gameModes),
  }))
}

/** Whether the query's `game` is public. */
export function isPublicGame(holds: readonly Hold[]): RawBuilder<boolean> {
  return holds.length === 0
    ? sql<boolean>`game.is_rankable`
    : sql<boolean>`(
        game.is_rankable and not exists (
          select from ${holdRows(holds)} where ${isOfHold}
        )
      )`
}
