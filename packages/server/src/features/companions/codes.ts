/**
 * Connecting a companion by a code (the device flow of RFC 8628, shortened): it asks for a code, the
 * signed-in streamer confirms, and the key whose hash came with the question is an upload key of theirs.
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
import { announce } from '../../changes/change-feed.ts'
import type { Db } from '../../database/schema.ts'
import { ApiError } from '../../http/api-error.ts'
import { handOver } from '../uploads/handover.ts'

const DEVICE_CODE_BYTES = 20
/** Nobody has more computers, and a stolen session must not connect any number. */
const MAX_CONNECTED = 20

interface NewCode {
  userCode: string
  deviceCode: string
  expiresAt: Date
}

/** @throws {ApiError} `conflict` where the key is, or was, an upload key */
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
    device_code_hash: hashOf(deviceCode),
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
    throw new ApiError(
      'conflict',
      'This key has been connected already. A companion that connects again makes a new key.',
    )
  }
  return { userCode, deviceCode, expiresAt }
}

/** What has become of a code; `expired` also where there is none. */
export async function findCodeState(
  db: Db,
  { deviceCode, now }: { deviceCode: string; now: Date },
): Promise<({ state: 'confirmed' } & ConnectedAs) | { state: 'pending' | 'denied' | 'expired' }> {
  const code = await db
    .selectFrom('companion_codes as code')
    .leftJoin('companions as companion', 'companion.id', 'code.companion_id')
    .leftJoin('users as user', 'user.id', 'companion.user_id')
    .select(['code.expires_at', 'code.answered_by', 'companion.disconnected_at', 'user.username'])
    .where('code.device_code_hash', '=', hashOf(deviceCode))
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
 * A code that waits for an answer, or has the caller's.
 *
 * @throws {ApiError} `not_found` where it is wrong, has expired, or was answered by somebody else
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
    throw new ApiError(
      'not_found',
      `No computer waits with this code. A code is good once and for ${CODE_MINUTES} minutes: check the letters, or start again on the computer.`,
    )
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
 * In a transaction of the change feed. The caller's answer for good; the same one again changes nothing. From
 * the first confirmation on the channel's games count: docs/scoring.md, Handover.
 *
 * @throws {ApiError} `not_found` as `getCode`; `conflict` where the caller has answered otherwise, or has
 *   too many companions
 */
export async function answerCode(
  trx: Db,
  answered: { userCode: string; userId: number; isConfirmed: boolean; now: Date },
): Promise<CodeState> {
  const { userCode, userId, isConfirmed, now } = answered
  const code = await getCode(trx, answered, { isLocked: true })
  const wanted = isConfirmed ? 'confirmed' : 'denied'
  if (code.state === 'confirmed' && !isConfirmed) {
    throw new ApiError(
      'conflict',
      'You have confirmed this code already. Disconnect the computer on the Download page.',
    )
  }
  if (code.state === 'denied' && isConfirmed) {
    throw new ApiError('conflict', 'You have denied this code. Start again on the computer.')
  }
  if (code.state === wanted) {
    return wanted
  }
  const companionId = isConfirmed ? await addCompanion(trx, { code, userId, now }) : null
  if (isConfirmed) {
    await handOver(trx, { userId, at: now })
    await announce(trx, [`companions:${userId}`])
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
    throw new ApiError(
      'conflict',
      `You have ${MAX_CONNECTED} connected computers. Disconnect one on the Download page first.`,
    )
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

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
