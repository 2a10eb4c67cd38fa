/** What racers look like wherever their names leave the server. */
import { type Racer, type RacerLabel, racerName, withPlatform } from '@rollcall/scoring/racer'
import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'

/** What a racer is called on a channel, and the colour of their name there. */
export interface RacerLook {
  racer_name: string
  /** The `racer_name` where no other name is known. */
  name: string
  /** The same on a board of several channels. */
  nameAnywhere: string
  /** RRGGBBAA; null: not known. */
  color: string | null
}

/**
 * What racers look like on a channel, in the order asked for. A name is that of the racer's own sign-in; else the one on
 * that channel; else the login as it is written; with the platform behind it, as `racer_name` has it. What the channel
 * called somebody who had the login before is gone. docs/scoring.md, Racers.
 *
 * @param racers a thousand at most: for more the database would read whole tables
 */
export async function looksOf<Asked extends Racer>(
  db: Db,
  { channelId, racers }: { channelId: number; racers: readonly Asked[] },
): Promise<(Asked & RacerLook)[]> {
  const { rows } = await sql<{
    here: string | null
    anywhere: string | null
    color: string | null
  }>`
    select here.display_name as here, coalesce(owner.display_name, racer.display_name) as anywhere,
      here.color
    from unnest(
      ${racers.map(({ platform }) => platform)}::text[],
      ${racers.map(({ login }) => login)}::text[]
    ) with ordinality as asked (platform, login, number)
    left join racers as racer on racer.platform = asked.platform and racer.login = asked.login
    left join login_periods as period
      on period.platform = asked.platform and period.login = asked.login and period.ended_at is null
    left join users as owner on owner.id = period.user_id
    left join lateral (
      select coalesce(owner.display_name, named.display_name) as display_name, named.color
      from channel_racers as named
      where named.racer_id = racer.id and named.channel_id = ${channelId}::integer
        and not exists (
          select from login_periods as past
          where past.platform = asked.platform and past.login = asked.login
            and past.ended_at > named.named_at
        )
    ) as here on true
    order by asked.number`.execute(db)
  return racers.map((racer, index) => {
    const { here = null, anywhere = null, color = null } = rows[index] ?? {}
    const racer_name = racerName(racer)
    const shown = (name: string | null) =>
      name === null ? racer_name : withPlatform(name, racer.platform)
    return {
      ...racer,
      ...{ racer_name, name: shown(here ?? anywhere), nameAnywhere: shown(anywhere), color },
    }
  })
}

/** How a row of an answer names its racer. */
export function labelOf({ racer_name, name, color }: RacerLook): RacerLabel {
  return {
    racer_name,
    ...(name !== racer_name && { display_name: name }),
    ...(color !== null && { color }),
  }
}
