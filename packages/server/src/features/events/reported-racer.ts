/** Finds the row of an event's leaderboard that a user reports. */
import { racerName as nameOf, type Racer } from '@rollcall/scoring/racer'
import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import type { SignedIn } from '../../http/access.ts'
import { EVENT_SCOPE, findRacersShownAs } from '../../racer-names.ts'
import type { FoundSubject } from '../../reports.ts'
import { findOwner } from '../auth/login-ownership.ts'
import { findEventToScore, findSight, findUncovered } from './event-sight.ts'
import { findHeldGames, type HeldGames, isHeld, isSnapshotHeld } from './held-games.ts'

/** null if there is no such row, or the reporter may not see it. */
export async function findReportedRacer(
  db: Db,
  { reporter, now }: { reporter: SignedIn; now: Date },
  { eventId, racerName }: { eventId: number; racerName: string },
): Promise<FoundSubject | null> {
  const event = await findEventToScore(db, eventId)
  const sight = await findSight(db, { eventId, asker: reporter })
  if (event === null || !sight?.maySee) {
    return null
  }
  if (sight.isSealed && (await findUncovered(db, { eventId, racerName })) === null) {
    return null
  }
  const held = await findHeldGames(db, { eventId, now, reader: reporter })
  for (const racer of await findRacersShownAs(db, racerName, EVENT_SCOPE(eventId))) {
    if (await hasRacer(db, { ...event, ...racer, held })) {
      return {
        key: `event ${eventId} racer ${JSON.stringify([racer.platform, racer.login])}`,
        isOwn: (await findOwner(db, racer)) === reporter.userId,
        season: null,
        channelId: null,
        eventId,
        racerName: nameOf(racer),
      }
    }
  }
  return null
}

async function hasRacer(
  db: Db,
  racer: Racer & { id: number; startsAt: Date; endsAt: Date; held: readonly HeldGames[] },
): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`
    select exists (
      select from event_racers
      join event_standings as snapshot using (event_id, channel_id)
      join racers as racer on racer.id = event_racers.racer_id
      where event_id = ${racer.id} and racer.platform = ${racer.platform} and racer.login = ${racer.login}
        and not ${isSnapshotHeld(racer.held)}
    ) or exists (
      select
      from event_participants as participant
      join channels as channel on channel.user_id = participant.user_id
      join games as game on game.channel_id = channel.id
        and game.finished_at >= ${racer.startsAt} and game.finished_at < ${racer.endsAt}
        and not ${isHeld(racer.held)}
      join game_results as result on result.channel_id = game.channel_id
        and result.season = game.season and result.game_id = game.id
      join racers as racer on racer.id = result.racer_id
      where participant.event_id = ${racer.id}
        and racer.platform = ${racer.platform} and racer.login = ${racer.login}
    ) as "isThere"`.execute(db)
  return rows[0]?.isThere ?? false
}
