/**
 * The privacy list: who has hidden their name or deleted their account, as keyed hashes. With it, an older backup shows
 * nobody again who has done so since.
 */
import { open, readFile } from 'node:fs/promises'
import path from 'node:path'
import { syncDirectory } from '@rollcall/embedded-postgres/sync-directory'
import { isDeletedLogin, type Racer } from '@rollcall/scoring/racer'
import { type NotNull, sql } from 'kysely'
import { z } from 'zod'
import type { Config } from '../../config.ts'
import { deleteAccount, findForgotten } from '../../desk/account/delete-account.ts'
import { type Forgotten, forgetRacers, renamedLogins } from '../../desk/account/forget-racers.ts'
import { renameInStoredFiles } from '../../domain/intake/names/rename-in-files.ts'
import { hasOwner } from '../../domain/people/login-owners.ts'
import {
  hashOfKey,
  hashOfLogin,
  hashOfPerson,
  hideListedRacers,
} from '../../domain/people/privacy-hashes.ts'
import { updateHiddenRacers } from '../../domain/people/racer-names.ts'
import { loadPrivacyKey } from '../../edge/secret-keys.ts'
import { type DatabasePlace, openExistingDatabase } from '../../platform/database/open-database.ts'
import type { Db } from '../../platform/database/schema.ts'

const FORMAT = 1
const hex = z.string().regex(/^[\da-f]{64}$/)
const Hashes = z.array(z.object({ hash: hex, since: z.iso.datetime() }))
type Hashes = z.infer<typeof Hashes>
const PrivacyList = z.object({
  rollcallPrivacyList: z.literal(FORMAT),
  madeAt: z.iso.datetime(),
  key: hex,
  hidden: Hashes,
  /** People whose 14 days are not over have the end of these days. Lists of earlier releases have nobody. */
  deleted: z.optional(Hashes),
})
export type PrivacyList = z.infer<typeof PrivacyList>

/** Returns how many hashes the list has. Never overwrites a file. */
export async function writePrivacyList(
  source: DatabasePlace & Pick<Config, 'privacyKey'> & { now: Date },
  file: string,
): Promise<number> {
  const key = await loadPrivacyKey(source)
  const database = await openExistingDatabase(source)
  let hidden: Hashes
  let deleted: Hashes
  try {
    hidden = await listHidden(database.kysely, { key, now: source.now })
    deleted = await listDeleted(database.kysely, key)
  } finally {
    await database.close()
  }
  const list: PrivacyList = {
    rollcallPrivacyList: FORMAT,
    madeAt: source.now.toISOString(),
    key: hashOfKey(key).toString('hex'),
    hidden,
    deleted,
  }
  const target = await open(file, 'wx', 0o600)
  try {
    await target.writeFile(`${JSON.stringify(list)}\n`)
    await target.sync()
  } finally {
    await target.close()
  }
  await syncDirectory(path.dirname(file))
  return hidden.length + deleted.length
}

async function listHidden(
  db: Db,
  { key, now }: { key: Uint8Array; now: Date },
): Promise<PrivacyList['hidden']> {
  const people = await db
    .selectFrom('users')
    .select(['platform', 'platform_user_id as platformUserId', 'hides_name_since as since'])
    .where('hides_name_since', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute()
  const logins = await db
    .selectFrom('hidden_racers as secret')
    .leftJoin('users as owner', 'owner.id', 'secret.user_id')
    .select(['secret.platform', 'secret.login', 'owner.hides_name_since as since'])
    .execute()
  const names = logins.filter(({ login }) => !isDeletedLogin(login))
  const listed = await db.selectFrom('hidden_hashes').selectAll().execute()
  const hashes = new Map([
    ...listed.map(({ hash, since }) => [hash.toString('hex'), since] as const),
    ...names.map((login) => [hashOfLogin(key, login).toString('hex'), login.since ?? now] as const),
    ...people.map(
      (person) => [hashOfPerson(key, person).toString('hex'), person.since ?? now] as const,
    ),
  ])
  return toHashes(hashes)
}

async function listDeleted(db: Db, key: Uint8Array): Promise<Hashes> {
  const waiting = await db
    .selectFrom('users')
    .select(['platform', 'platform_user_id as platformUserId', 'deletes_at as since'])
    .where('deletes_at', 'is not', null)
    .$narrowType<{ since: NotNull }>()
    .execute()
  const deleted = await db.selectFrom('deleted_hashes').selectAll().execute()
  return toHashes(
    new Map([
      ...deleted.map(({ hash, since }) => [hash.toString('hex'), since] as const),
      ...waiting.map(
        (person) => [hashOfPerson(key, person).toString('hex'), person.since] as const,
      ),
    ]),
  )
}

const toHashes = (hashes: ReadonlyMap<string, Date>): Hashes =>
  [...hashes]
    .map(([hash, since]) => ({ hash, since: since.toISOString() }))
    .toSorted((a, b) => (a.hash < b.hash ? -1 : 1))

/** @throws if the file is no privacy list, or was written with another key */
export async function readPrivacyList(file: string, key: Uint8Array): Promise<PrivacyList> {
  const text = await readFile(file, 'utf8')
  const list = z.safeParse(PrivacyList, parse(text))
  if (!list.success) {
    throw new Error(`${file} is not a privacy list of Rollcall.`)
  }
  if (list.data.key !== hashOfKey(key).toString('hex')) {
    throw new Error(
      `${file} was written with another key. Set PRIVACY_KEY to it, or copy the file privacy-key into DATA_DIR.`,
    )
  }
  return list.data
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Deletes and hides everybody on the list. People and logins that the restored data lacks are deleted or hidden when they
 * appear.
 */
export async function applyPrivacyList(db: Db, key: Uint8Array, list: PrivacyList): Promise<void> {
  const since = new Map(list.hidden.map((each) => [each.hash, new Date(each.since)]))
  await db.transaction().execute(async (trx) => {
    await deleteListed(trx, key, list)
    await sql`
      insert into hidden_hashes (hash, since)
      select decode(hash, 'hex'), since from unnest(
        ${[...since.keys()]}::text[], ${[...since.values()]}::timestamptz[]
      ) as listed (hash, since)
      on conflict do nothing`.execute(trx)
    await hideListedRacers(trx, key, sql<boolean>`true`)
    const users = await trx
      .selectFrom('users')
      .select(['id', 'platform', 'platform_user_id as platformUserId'])
      .execute()
    const hiding: number[] = []
    for (const { id, ...person } of users) {
      const hash = hashOfPerson(key, person)
      const from = since.get(hash.toString('hex'))
      if (from !== undefined) {
        hiding.push(id)
        await trx
          .updateTable('users')
          .set({ hides_name_since: from })
          .where('id', '=', id)
          .where('hides_name_since', 'is', null)
          .execute()
        await trx.deleteFrom('hidden_hashes').where('hash', '=', hash).execute()
      }
    }
    await updateHiddenRacers(trx, hiding)
  })
}

async function deleteListed(
  trx: Db,
  key: Uint8Array,
  { deleted = [], madeAt }: PrivacyList,
): Promise<void> {
  const since = new Map(deleted.map((each) => [each.hash, new Date(each.since)]))
  const listedAs = (hash: Buffer) => since.get(hash.toString('hex'))
  const users = await trx
    .selectFrom('users')
    .select(['id', 'platform', 'platform_user_id as platformUserId', 'created_at as createdAt'])
    .where('deleted_at', 'is', null)
    .execute()
  const due: { userId: number; now: Date }[] = []
  for (const { id, createdAt, ...person } of users) {
    const at = listedAs(hashOfPerson(key, person))
    // Somebody may have come back, with a new account.
    if (at !== undefined && at > createdAt) {
      await trx.updateTable('users').set({ deletes_at: at }).where('id', '=', id).execute()
      if (at <= new Date(madeAt)) {
        due.push({ userId: id, now: at })
      }
    }
  }
  // Entries for people whom the backup does not know yet.
  const { rows: racers } = await sql<Racer>`
    select platform, login from racers as racer
    where ${hasOwner('racer')} is null`.execute(trx)
  const listed = racers.filter((racer) => listedAs(hashOfLogin(key, racer)) !== undefined)
  const unknown: Forgotten = { racers: listed, names: [], since: new Date(madeAt) }
  const known: Forgotten[] = []
  for (const asked of due) {
    known.push(await findForgotten(trx, asked))
  }
  await renameInStoredFiles(trx, renamedLogins(key, [...known, unknown]))
  for (const asked of due) {
    await deleteAccount(trx, key, asked)
  }
  await forgetRacers(trx, key, unknown)
  await sql`
    insert into deleted_hashes (hash, since)
    select decode(hash, 'hex'), since from unnest(
      ${[...since.keys()]}::text[], ${[...since.values()]}::timestamptz[]
    ) as listed (hash, since)
    where since <= ${new Date(madeAt)}
    on conflict (hash) do update set since = excluded.since`.execute(trx)
}
