import { sql } from 'kysely'
import type { Db } from '../../../../platform/database/schema.ts'

/** Gives a league the divisions of another one, with those who are in them now. */
export async function copyDivisions(
  trx: Db,
  { from, to, now }: { from: number; to: number; now: Date },
): Promise<void> {
  await sql`
    with copied as (
      insert into divisions (series_id, name, position)
      select ${to}, name, position from divisions where series_id = ${from}
      returning id, position
    )
    insert into division_members
      (division_id, series_id, user_id, racer_id, later_channel_id, joined_at)
    select copied.id, ${to}, member.user_id, member.racer_id, member.later_channel_id, ${now}
    from division_members as member
    join divisions as division on division.id = member.division_id
    join copied on copied.position = division.position
    where member.series_id = ${from} and member.left_at is null`.execute(trx)
}
