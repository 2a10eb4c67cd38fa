/**
 * Connects a companion with a code, in a short form of the device flow of RFC 8628. The companion asks for a code and
 * sends the hash of its key. When the signed-in streamer confirms the code, that key becomes one of their upload keys.
 */
import { createHash, randomBytes, randomInt } from 'node:crypto'
import {
  CODE_LENGTH,
  CODE_LETTERS,
  CODE_MINUTES,
  type CodeState,
  type ConnectedAs,
} from '@rollcall/contract/companions'
import { DAY_MS } from '@rollcall/formats/durations'
import { handOver } from '../../domain/intake/channels/handover.ts'
import { ApiError } from '../../edge/api-error.ts'
import { announce } from '../../platform/changes/change-feed.ts'
import type { Db } from '../../platform/database/schema.ts'

const DEVICE_CODE_BYTES = 20
/** Nobody has more computers than this, and a stolen session must not connect any number of them. */
const MAX_CONNECTED = 20

interface NewCode {
  userCode: string
  deviceCode: string
  expiresAt: Date
}

/** @throws {ApiError} 409 if the key is or was an upload key */
export async function createCode(
  db: Db,
  asked: { keyHash: string; computerName: string; version: string; address: string; now: Date },
): Promise<NewCode> {
  const { computerName, version, address, now } = asked
  const keyHash = Buffer.from(asked.keyHash, 'hex')
  const userCode = Array.from({ length: CODE_LENGTH }, () =>
    CODE_LETTERS.charAt(randomInt(CODE_LETTERS.length)),
  ).join('')
  const deviceCode = randomBytes(DEVICE_CODE_BYTES).toString('base64url')
  const expiresAt = new Date(now.getTime() + CODE_MINUTES * 60_000)
  const values = {
    user_code: userCode,
    device_code_hash: sha256(deviceCode),
    computer_name: computerName,
    version,
    address,
    expires_at: expiresAt,
    answered_by: null,
  }
  await db
    .deleteFrom('companion_codes')
    .where('expires_at', '<', new Date(now.getTime() - DAY_MS))
    .execute()
  const isUsed = await db
    .selectFrom('companions')
    .select('id')
    .where('key_hash', '=', keyHash)
    .executeTakeFirst()
  const made =
    isUsed === undefined &&
    (await db
      .insertInto('companion_codes')
      .values({ key_hash: keyHash, ...values })
      .onConflict((conflict) =>
        conflict
          .column('key_hash')
          .doUpdateSet(values)
          .where('companion_codes.companion_id', 'is', null),
      )
      .returning('user_code')
      .executeTakeFirst())
  if (!made) {
    throw new ApiError('key_connected_already')
  }
  return { userCode, deviceCode, expiresAt }
}

/** A code's state; `expired` also if there is no such code. */
export async function findCodeState(
  db: Db,
  { deviceCode, now }: { deviceCode: string; now: Date },
): Promise<({ state: 'confirmed' } & ConnectedAs) | { state: 'pending' | 'denied' | 'expired' }> {
  const code = await db
    .selectFrom('companion_codes as code')
    .leftJoin('companions as companion', 'companion.id', 'code.companion_id')
    .leftJoin('users as user', 'user.id', 'companion.user_id')
    .select(['code.expires_at', 'code.answered_by', 'companion.disconnected_at', 'user.username'])
    .where('code.device_code_hash', '=', sha256(deviceCode))
    .executeTakeFirst()
  if (code === undefined) {
    return { state: 'expired' }
  }
  if (code.answered_by === null) {
    return { state: code.expires_at > now ? 'pending' : 'expired' }
  }
  const { username } = code
  return username === null || code.disconnected_at !== null
    ? { state: 'denied' }
    : { state: 'confirmed', username, channel: username }
}

interface FoundCode {
  userCode: string
  keyHash: Buffer
  computerName: string
  version: string
  address: string
  expiresAt: Date
  state: CodeState
}

/**
 * A code that is waiting for an answer, or that the caller has answered.
 *
 * @throws {ApiError} 404 if it is wrong, has expired, or was answered by somebody else
 */
export async function getCode(
  db: Db,
  { userCode, userId, now }: { userCode: string; userId: number; now: Date },
  { isLocked = false }: { isLocked?: boolean } = {},
): Promise<FoundCode> {
  const code = await db
    .selectFrom('companion_codes')
    .selectAll()
    .where('user_code', '=', userCode)
    .where((where) =>
      where.or([
        where.and([where('answered_by', 'is', null), where('expires_at', '>', now)]),
        where('answered_by', '=', userId),
      ]),
    )
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst()
  if (code === undefined) {
    throw new ApiError('no_such_code', { minutes: CODE_MINUTES })
  }
  return {
    userCode: code.user_code,
    keyHash: code.key_hash,
    computerName: code.computer_name,
    version: code.version,
    address: code.address,
    expiresAt: code.expires_at,
    state:
      code.answered_by === null ? 'pending' : code.companion_id === null ? 'denied' : 'confirmed',
  }
}

/**
 * Stores the caller's answer, which is final; repeating it changes nothing. The channel's games count from the first
 * confirmation on: docs/scoring.md, Handover. Needs a transaction of the change feed.
 *
 * @throws {ApiError} 404 like `getCode`; 409 if the caller gave the other answer before or has too many companions
 */
export async function answerCode(
  trx: Db,
  answered: { userCode: string; userId: number; isConfirmed: boolean; now: Date },
): Promise<CodeState> {
  const { userCode, userId, isConfirmed, now } = answered
  const code = await getCode(trx, answered, { isLocked: true })
  const wanted = isConfirmed ? 'confirmed' : 'denied'
  if (code.state === 'confirmed' && !isConfirmed) {
    throw new ApiError('code_confirmed')
  }
  if (code.state === 'denied' && isConfirmed) {
    throw new ApiError('code_denied')
  }
  if (code.state === wanted) {
    return wanted
  }
  const companionId = isConfirmed ? await addCompanion(trx, { code, userId, now }) : null
  if (isConfirmed) {
    await handOver(trx, { userId, at: now })
    announce(trx, [`companions:${userId}`])
  }
  await trx
    .updateTable('companion_codes')
    .set({ answered_by: userId, companion_id: companionId })
    .where('user_code', '=', userCode)
    .execute()
  return wanted
}

async function addCompanion(
  trx: Db,
  { code, userId, now }: { code: FoundCode; userId: number; now: Date },
): Promise<number> {
  const { connected } = await trx
    .selectFrom('companions')
    .select(({ fn }) => fn.countAll<number>().as('connected'))
    .where('user_id', '=', userId)
    .where('disconnected_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (connected >= MAX_CONNECTED) {
    throw new ApiError('too_many_companions', { most: MAX_CONNECTED })
  }
  const { id } = await trx
    .insertInto('companions')
    .values({
      user_id: userId,
      key_hash: code.keyHash,
      computer_name: code.computerName,
      version: code.version,
      connected_at: now,
      last_seen_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
