/** Finds the row of an event's leaderboard that a user reports. */
import { racerName as nameOf, type Racer } from '@rollcall/scoring/racer'
import { sql } from 'kysely'
import type { SignedIn } from '../../../edge/access.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { findOwner } from '../../people/login-owners.ts'
import { isShownOn, racersShownAs } from '../../people/racer-names.ts'
import type { FoundSubject } from '../../people/reports.ts'
import { findEventAccess, findUncovered } from '../../visibility/event-access.ts'
import {
  findHeldGames,
  type HeldGames,
  isHeld,
  isSnapshotHeld,
} from '../../visibility/held-games.ts'
import { findEventToScore } from '../event-to-score.ts'

/** null if there is no such row, or the reporter may not see it. */
export async function findReportedRacer(
  db: Db,
  { reporter, now }: { reporter: SignedIn; now: Date },
  { eventId, racerName }: { eventId: number; racerName: string },
): Promise<FoundSubject | null> {
  const event = await findEventToScore(db, eventId)
  const { sees = 'nothing' } = (await findEventAccess(db, { eventId, viewer: reporter })) ?? {}
  if (event === null || sees === 'nothing') {
    return null
  }
  if (sees === 'uncovered' && (await findUncovered(db, { eventId, racerName })) === null) {
    return null
  }
  const held = await findHeldGames(db, { eventId, now, viewer: reporter })
  const racer = await findRacerOfEvent(db, { ...event, name: racerName, held })
  return (
    racer && {
      key: keyOf({ eventId, ...racer }),
      isOwn: (await findOwner(db, racer)) === reporter.userId,
      season: null,
      channelId: null,
      eventId,
      racerName: nameOf(racer),
      laterChannelId: racer.laterChannelId,
    }
  )
}

/** Rows of one person that stand for themselves are different rows, or the second report would say whose they are. */
function keyOf({
  eventId,
  platform,
  login,
  laterChannelId,
}: Racer & { eventId: number; laterChannelId: number | null }): string {
  const row = `event ${eventId} racer ${JSON.stringify([platform, login])}`
  return laterChannelId === null ? row : `${row} channel ${laterChannelId}`
}

/** One statement, which looks for nobody's results under a hidden login, as if nobody had it. */
async function findRacerOfEvent(
  db: Db,
  event: { id: number; name: string; startsAt: Date; endsAt: Date; held: readonly HeldGames[] },
): Promise<(Racer & { laterChannelId: number | null }) | null> {
  const { rows } = await sql<Racer & { laterChannelId: number | null }>`
    with racer as materialized (select * from ${racersShownAs(event.name, event.id)} as racer)
    select racer.platform, racer.login, racer.later_channel_id as "laterChannelId"
    from racer
    where exists (
      select from event_racers
      join event_standings as snapshot using (event_id, channel_id)
      where event_id = ${event.id} and event_racers.racer_id = racer.racer_id
        and not ${isSnapshotHeld(event.held)} and ${isShownOn(sql`event_racers.channel_id`)}
    ) or exists (
      select
      from event_participants as participant
      join channels as channel on channel.user_id = participant.user_id
      join games as game on game.channel_id = channel.id
        and game.finished_at >= ${event.startsAt} and game.finished_at < ${event.endsAt}
        and not ${isHeld(event.held)}
      join game_results as result on result.channel_id = game.channel_id
        and result.season = game.season and result.game_id = game.id
        and result.racer_id = racer.racer_id
      where participant.event_id = ${event.id} and ${isShownOn(sql`channel.id`)}
    )
    order by racer.choice
    limit 1`.execute(db)
  return rows[0] ?? null
}
