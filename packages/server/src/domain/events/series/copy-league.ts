import type { LeagueRules } from '@rollcall/contract/leagues'
import { copiedDays, copyLeague } from '@rollcall/contract/leagues-copy'
import { sql } from 'kysely'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import { oncePerPress } from '../../../edge/one-press.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { shownNameColumn } from '../../people/user-names.ts'
import { actorOf, recordUnlessOwner } from '../../site/audit-log.ts'
import { hourOf } from '../event-days.ts'
import { copyDivisions } from '../league/divisions/copy-divisions.ts'
import { lockSeries } from '../locks.ts'
import { UNAUTHORIZED } from '../refusals.ts'
import { createEvents } from '../save-event.ts'
import { copyConfigurations } from './copy-configurations.ts'
import { copyTeams } from './copy-teams.ts'

/** Makes a new season of a league: a series of the caller with the same rules, rounds and streamers. */
export function serveCopyLeague(serve: Serve, context: AppContext): void {
  const { changes, now } = context
  serve(copyLeague, (call) =>
    changes.transaction(async (trx) => {
      const { caller, params, body } = call
      const { userId } = caller
      const series = await lockSeries(trx, { seriesId: params.id, act: 'edit', viewer: caller })
      if (series === null) {
        return UNAUTHORIZED
      }
      const left = await listNotAddable(trx, { seriesId: series.id, organiserId: userId })
      const press = {
        userId,
        creates: 'event_id' as const,
        request: ['copy', series.id, body],
        now: now(),
      }
      const eventId = await oncePerPress(trx, press, async () => {
        const asked = { ...body, seriesId: series.id, userId, leftOut: left.map(({ id }) => id) }
        const first = await createCopy(context, trx, asked)
        await recordUnlessOwner(trx, actorOf(call, now()), {
          ownerId: series.ownerId,
          act: 'league-copied',
          facts: { number: String(series.id), series: series.name },
        })
        return first
      })
      const { series_id: id } = await trx
        .selectFrom('events')
        .select('series_id')
        .where('id', '=', eventId)
        .executeTakeFirstOrThrow()
      if (id === null) {
        throw new ApiError('series_changed_since')
      }
      return {
        ...{ status: 'success' as const, id, leftOut: left.map(({ name }) => name) },
        configurations: await listCopied(trx, { from: series.id, to: id }),
      }
    }),
  )
}

interface CopyParams {
  seriesId: number
  /** Whose series the copy is. */
  userId: number
  name: string
  firstDay: string
  /** The teams that come along. */
  teams: readonly number[]
  /** Who does not take part. */
  leftOut: readonly number[]
  withDivisions: boolean
}

/** @returns the id of its first round */
async function createCopy(
  context: AppContext,
  trx: Db,
  { seriesId, userId, name, firstDay, teams, leftOut, withDivisions }: CopyParams,
): Promise<number> {
  const rounds = await listRoundsToCopy(trx, seriesId)
  if (rounds.length === 0) {
    throw new ApiError('league_without_rounds')
  }
  const days = copiedDays(rounds, firstDay)
  const people = { organiserId: userId, now: context.now() }
  const configurations = await copyConfigurations(trx, { seriesId, ...people })
  const ownOf = new Map(configurations.map(({ id, copyId }) => [id, copyId]))
  const copy = await trx
    .insertInto('event_series')
    .values({ name, created_by: userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  const ids = await createEvents(context, trx, {
    creatorId: userId,
    seriesId: copy.id,
    events: rounds.map(({ timeZone, showAt, ...round }, index) => ({
      name: round.name,
      configurationId: ownOf.get(round.configurationId) ?? round.configurationId,
      days: {
        firstDay: days[index]?.startAt ?? firstDay,
        lastDay: days[index]?.endAt ?? firstDay,
        timeZone,
      },
      showTime: showAt === null ? null : hourOf(showAt, timeZone),
      participants: round.participants.filter((id) => !leftOut.includes(id)),
    })),
  })
  if (rounds.some(({ position }) => position !== null)) {
    await sql`
      update events set series_position = place.number
      from unnest(${ids}::integer[]) with ordinality as place (id, number)
      where events.id = place.id`.execute(trx)
  }
  const copies = new Map(rounds.map(({ eventId }, index) => [eventId, ids[index] ?? 0]))
  await copyRules(trx, { from: seriesId, to: copy.id, copies })
  if (withDivisions) await copyDivisions(trx, { from: seriesId, to: copy.id, now: context.now() })
  await copyTeams(trx, { from: seriesId, to: copy.id, teamIds: teams, ...people })
  return ids[0] ?? 0
}

interface RoundToCopy {
  eventId: number
  name: string
  startAt: string
  endAt: string
  timeZone: string | null
  showAt: Date | null
  configurationId: number
  /** null: nobody ordered the series. */
  position: number | null
  participants: number[]
}

/** In the order of the series. */
async function listRoundsToCopy(trx: Db, seriesId: number): Promise<RoundToCopy[]> {
  const { rows } = await sql<RoundToCopy>`
    select event.id as "eventId", event.name, event.first_day::text as "startAt",
      event.last_day::text as "endAt", event.time_zone as "timeZone", event.show_at as "showAt",
      event.configuration_id as "configurationId", event.series_position as position,
      array(
        select participant.user_id from event_participants as participant
        join users as streamer on streamer.id = participant.user_id
        where participant.event_id = event.id and streamer.deleted_at is null
        order by participant.user_id
      ) as participants
    from events as event
    where event.series_id = ${seriesId}
    order by event.series_position nulls last, event.starts_at, event.id`.execute(trx)
  return rows
}

/** Multipliers belong to rounds, so they move to the new ones. */
async function copyRules(
  trx: Db,
  { from, to, copies }: { from: number; to: number; copies: ReadonlyMap<number, number> },
): Promise<void> {
  const { rules } = await trx
    .selectFrom('event_series as series')
    .select(sql<LeagueRules | null>`series.league_rules`.as('rules'))
    .where('series.id', '=', from)
    .executeTakeFirstOrThrow()
  if (rules === null) return
  const multipliers = rules.multipliers.flatMap(({ eventId, times }) => {
    const copied = copies.get(eventId)
    return copied === undefined ? [] : [{ eventId: copied, times }]
  })
  // Its game is one of the old rounds.
  const { namedGame: _, ...others } = rules
  const ties = rules.ties.filter((rule) => rule !== 'named_game')
  await trx
    .updateTable('event_series')
    .set({ league_rules: JSON.stringify({ ...others, ties, multipliers }) })
    .where('id', '=', to)
    .execute()
}

/** The names of the configurations that the copy has of its own, also after a second press. */
async function listCopied(trx: Db, { from, to }: { from: number; to: number }): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct configuration.name
    from leaderboard_configurations as configuration
    join events as event on event.configuration_id = configuration.id
    where event.series_id = ${to} and not exists (
      select from events as before
      where before.series_id = ${from} and before.configuration_id = configuration.id
    )
    order by configuration.name`.execute(trx)
  return rows.map(({ name }) => name)
}

/** Streamers of the series who have left it, or whom the organiser may not add. */
async function listNotAddable(
  trx: Db,
  { seriesId, organiserId }: { seriesId: number; organiserId: number },
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select streamer.id, ${shownNameColumn('streamer')} as name
    from users as streamer
    where streamer.deleted_at is null and streamer.id <> ${organiserId}
      and exists (
        select from event_participants as participant
        join events as event on event.id = participant.event_id
        where event.series_id = ${seriesId} and participant.user_id = streamer.id
      )
      and (
        exists (
          select from organiser_blocks as block
          where block.organiser_id = ${organiserId} and block.user_id = streamer.id
        )
        or exists (
          select from left_series
          where left_series.user_id = streamer.id and left_series.series_id = ${seriesId}
        )
      )
    order by streamer.login`.execute(trx)
  return rows
}
