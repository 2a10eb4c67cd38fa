/** Takes the logins of deleted people out of everything that is stored: docs/operating.md, Where names are. */
import { normalisedLogin } from '@rollcall/formats/names'
import { type Racer, racerKey, racerName } from '@rollcall/scoring/racer'
import { sql } from 'kysely'
import { forgetLogins } from '../../domain/people/names-in-facts.ts'
import {
  type DeletedLogins,
  deletedLogin,
  hashOfLogin,
  hideDeletedLogins,
} from '../../domain/people/privacy-hashes.ts'
import type { Db } from '../../platform/database/schema.ts'

export interface Forgotten {
  /** The logins that nobody else owns. */
  racers: readonly Racer[]
  /** What else the person was called. */
  names: readonly string[]
  since: Date
}

/** What the logins are called from now on, also those of earlier owners who have deleted their accounts too. */
export function renamedLogins(key: Uint8Array, forgotten: readonly Forgotten[]): DeletedLogins {
  return new Map(
    forgotten
      .flatMap((each) => rename(key, each))
      .flatMap(({ platform, login, stored, earlier }) => [
        [racerKey({ platform, login }), stored],
        [racerKey({ platform, login: stored }), earlier],
      ]),
  )
}

const rename = (key: Uint8Array, { racers, since }: Omit<Forgotten, 'names'>) =>
  racers.map((racer) => {
    const hash = hashOfLogin(key, racer)
    const stored = deletedLogin(hash)
    return { ...racer, hash, stored, earlier: `${stored}-${since.getTime()}` }
  })

/**
 * Each login becomes one that is made from its hash, in every row; under it, the racer has a number like a hidden one.
 * From now on uploads that name the login mean that racer. Needs `renamedLogins` in the stored files, and the lock of
 * names unless nobody else uses the database.
 */
export async function forgetRacers(
  trx: Db,
  key: Uint8Array,
  { racers, names, since }: Forgotten,
): Promise<void> {
  if (racers.length === 0) {
    return
  }
  const renamed = rename(key, { racers, since })
  for (const { platform, login, hash, stored, earlier } of renamed) {
    await renameRacer(trx, { platform, from: stored, to: earlier })
    await renameRacer(trx, { platform, from: login, to: stored })
    await trx
      .insertInto('deleted_hashes')
      .values({ hash, since })
      .onConflict((conflict) => conflict.column('hash').doUpdateSet({ since }))
      .execute()
  }
  await hideDeletedLogins(
    trx,
    renamed.map(({ platform, stored }) => ({ platform, login: stored })),
  )
  const [first] = renamed
  const replacements = new Map([
    ...names.map((name) => [normalisedLogin(name), first?.stored ?? ''] as const),
    ...renamed.map(({ login, stored }) => [login, stored] as const),
  ])
  await forgetLogins(trx, replacements)
  await forgetClaims(trx, replacements)
}

/** Here, and not in the database, whose lower case of other letters than ASCII is another one. */
async function forgetClaims(trx: Db, replacements: ReadonlyMap<string, string>): Promise<void> {
  const claims = await trx
    .selectFrom('uploads')
    .select('channel_claim as claim')
    .distinct()
    .where('channel_claim', 'is not', null)
    .execute()
  const own = claims.flatMap(({ claim }) =>
    claim !== null && replacements.has(normalisedLogin(claim)) ? [claim] : [],
  )
  await sql`
    update uploads set channel_claim = null where channel_claim = any(${own}::text[])`.execute(trx)
}

async function renameRacer(
  trx: Db,
  { platform, from, to }: { platform: string; from: string; to: string },
): Promise<void> {
  for (const table of ['racers', 'hidden_racers', 'login_periods'] as const) {
    await sql`
      update ${sql.table(table)} set login = ${to}
      where platform = ${platform} and login = ${from}`.execute(trx)
  }
  await sql`
    with racer as (
      update racers set display_name = null where platform = ${platform} and login = ${to}
      returning id
    )
    update channel_racers set display_name = null, color = null
    from racer where racer_id = racer.id`.execute(trx)
  await sql`
    update users set login = ${to}
    where platform = ${platform} and login = ${from} and deleted_at is not null`.execute(trx)
  await sql`
    update channels set login = ${to}, name = ${to}
    where platform = ${platform} and login = ${from} and user_id is null`.execute(trx)
  await sql`
    update channels set login = ${to}
    where platform = ${platform} and login = ${from}
      and user_id in (select id from users where deleted_at is not null)`.execute(trx)
  const [shown, other] = [from, to].map((login) => racerName({ platform, login }))
  await sql`
    update show_rows set racer_name = ${other}, display_name = null, color = null
    where racer_name = ${shown} and row_of is distinct from 'team'`.execute(trx)
  await sql`
    update user_reports set racer_name = ${other}, details = '', note = case when note is not null then '' end,
      answer = case when answer is not null then '' end,
      subject_key = replace(subject_key, ${JSON.stringify([platform, from])}, ${JSON.stringify([platform, to])})
    where racer_name = ${shown}`.execute(trx)
}
