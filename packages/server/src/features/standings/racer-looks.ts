/** What racers look like wherever their names leave the server. */
import { type Racer, type RacerLabel, racerName, withPlatform } from '@rollcall/scoring/racer'
import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'

/** What a racer is called, and the colour of their name. */
export interface RacerLook {
  /** On the channel that is meant; the `racer_name` where no other name is known. */
  name: string
  /** On a board of several channels. */
  nameAnywhere: string
  /** RRGGBBAA, of the channel's games; null: not known. */
  color: string | null
}

/**
 * What racers look like where their names are shown, in the order asked for. A name is that of the racer's own sign-in;
 * else the one on that channel; else the login as it is written; with the platform behind it, as `racer_name` has it.
 * What a channel called somebody who had the login before is gone. docs/scoring.md, Racers.
 *
 * @param channelId null: no one channel is meant
 */
export async function looksOf(
  db: Db,
  { channelId, racers }: { channelId: number | null; racers: readonly Racer[] },
): Promise<RacerLook[]> {
  const looks: RacerLook[] = []
  for (let from = 0; from < racers.length; from += PORTION) {
    looks.push(...(await looksOfPortion(db, channelId, racers.slice(from, from + PORTION))))
  }
  return looks
}

/** Asked for at once. */
const PORTION = 5_000

async function looksOfPortion(
  db: Db,
  channelId: number | null,
  racers: readonly Racer[],
): Promise<RacerLook[]> {
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
  return racers.map(({ platform, login }, index) => {
    const { here = null, anywhere = null, color = null } = rows[index] ?? {}
    const nameOf = (name: string | null) =>
      name === null ? racerName({ platform, login }) : withPlatform(name, platform)
    return { name: nameOf(here ?? anywhere), nameAnywhere: nameOf(anywhere), color }
  })
}

/** Rows of an answer on a channel: each with the label of its racer in place of the racer. */
export async function withLabels<Ranked extends Racer>(
  db: Db,
  { channelId, racers }: { channelId: number; racers: readonly Ranked[] },
): Promise<(Omit<Ranked, keyof Racer> & RacerLabel)[]> {
  const looks = await looksOf(db, { channelId, racers })
  return racers.map(({ platform, login, ...facts }, index) => ({
    ...facts,
    ...labelOf({ platform, login }, looks[index]),
  }))
}

/** How a row of an answer names its racer. */
export function labelOf(
  racer: Racer,
  { name = racerName(racer), color = null }: Partial<Pick<RacerLook, 'name' | 'color'>> = {},
): RacerLabel {
  const racer_name = racerName(racer)
  return {
    racer_name,
    ...(name !== racer_name && { display_name: name }),
    ...(color !== null && { color }),
  }
}
