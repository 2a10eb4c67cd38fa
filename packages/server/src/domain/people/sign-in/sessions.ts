/** The platform asks apps to validate tokens every hour; we do it on the first call after an hour. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@rollcall/formats/durations'
import type { Sessions, SignedIn } from '../../../edge/access.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import { announce } from '../../../platform/changes/change-feed.ts'
import type { Db } from '../../../platform/database/schema.ts'
import type { Platforms } from '../platforms/all.ts'
import { readSessionToken } from './session-token.ts'
import { decryptToken } from './token-vault.ts'
import { isAdminColumn } from './users.ts'

const SESSION_MS = 30 * DAY_MS
const TOUCH_MS = MINUTE_MS
/** How long sessions stay valid without an answer from the platform, counted from its last good answer. */
const TOLERANCE_MS = DAY_MS
const VALIDATION_WAIT_MS = 1_000
const NO_TOKEN = Buffer.alloc(0)
const VALIDATION_PAUSE_MS = MINUTE_MS

export async function createSession(
  db: Db,
  session: { userId: number; sealedToken: Buffer; address: string; now: Date },
): Promise<string> {
  const id = randomUUID()
  await db
    .insertInto('sessions')
    .values({
      id,
      user_id: session.userId,
      created_at: session.now,
      expires_at: new Date(session.now.getTime() + SESSION_MS),
      last_seen_at: session.now,
      last_seen_address: session.address,
      platform_token: session.sealedToken,
      validated_at: session.now,
    })
    .execute()
  return id
}

export async function endSession(trx: Db, sessionId: string, now: Date): Promise<void> {
  await trx
    .updateTable('sessions')
    // The token is never validated again, so we do not keep it.
    .set({ revoked_at: now, platform_token: NO_TOKEN })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .execute()
  announce(trx, [`session:${sessionId}`])
}

interface OwnSession {
  id: string
  signedInAt: Date
  lastSeenAt: Date
  address: string
}

/** The user's sessions that have not ended, the one seen last first. */
export async function listOwnSessions(
  db: Db,
  { userId, now }: { userId: number; now: Date },
): Promise<OwnSession[]> {
  return db
    .selectFrom('sessions')
    .select([
      'id',
      'created_at as signedInAt',
      'last_seen_at as lastSeenAt',
      'last_seen_address as address',
    ])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute()
}

export async function forgetEndedSessions(db: Db, now: Date): Promise<void> {
  const longAgo = new Date(now.getTime() - SESSION_MS)
  await db
    .deleteFrom('sessions')
    .where((where) =>
      where.or([where('revoked_at', '<', longAgo), where('expires_at', '<', longAgo)]),
    )
    .execute()
}

export async function listUsersSeenAt(
  db: Db,
  { address, since, now }: { address: string; since: Date; now: Date },
): Promise<number[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('user_id')
    .distinct()
    .where('last_seen_address', '=', address)
    .where('last_seen_at', '>', since)
    .where('expires_at', '>', now)
    .where('revoked_at', 'is', null)
    .execute()
  return rows.map((row) => row.user_id)
}

interface LiveSession extends SignedIn {
  platformUserId: string
  lastSeenAt: Date
  lastSeenAddress: string
  platformToken: Buffer
  validatedAt: Date
}

async function findLiveSession(db: Db, sessionId: string, now: Date): Promise<LiveSession | null> {
  const row = await db
    .selectFrom('sessions as session')
    .innerJoin('users as user', 'user.id', 'session.user_id')
    .select([
      'session.id as sessionId',
      'user.id as userId',
      'user.platform',
      'user.platform_user_id as platformUserId',
      'user.login',
      'user.username',
      'user.display_name as displayName',
      'user.profile_image_url as profileImageUrl',
      'session.last_seen_at as lastSeenAt',
      'session.last_seen_address as lastSeenAddress',
      'session.platform_token as platformToken',
      'session.validated_at as validatedAt',
      isAdminColumn,
    ])
    .where('session.id', '=', sessionId)
    .where('session.revoked_at', 'is', null)
    .where('session.expires_at', '>', now)
    .executeTakeFirst()
  return row ?? null
}

type Verdict = 'valid' | 'refused' | 'unreachable'

export class PlatformSessions implements Sessions {
  readonly #context: Omit<AppContext, 'sessions'>
  readonly #platforms: Platforms
  readonly #underWay = new Map<string, Promise<Verdict>>()
  readonly #pausedUntil = new Map<string, number>()
  readonly #validationWaitMs: number

  constructor(
    context: Omit<AppContext, 'sessions'>,
    platforms: Platforms,
    validationWaitMs = VALIDATION_WAIT_MS,
  ) {
    this.#context = context
    this.#platforms = platforms
    this.#validationWaitMs = validationWaitMs
  }

  readToken(token: string) {
    const { keys, now } = this.#context
    return readSessionToken(keys.signing, token, now())
  }

  async findLive(sessionId: string, address: string): Promise<LiveSession | null> {
    const { db, now } = this.#context
    const session = await findLiveSession(db, sessionId, now())
    if (session === null || !(await this.#isStillValid(session))) {
      return null
    }
    await this.#touch(session, address)
    return session
  }

  async #isStillValid(session: LiveSession): Promise<boolean> {
    const { now } = this.#context
    const ageMs = now().getTime() - session.validatedAt.getTime()
    if (ageMs <= HOUR_MS) {
      return true
    }
    const isPaused = (this.#pausedUntil.get(session.sessionId) ?? 0) > now().getTime()
    const verdict = isPaused
      ? 'unreachable'
      : await Promise.race([
          this.#validateOnce(session),
          delay(this.#validationWaitMs, 'unreachable' as const, { ref: false }),
        ])
    return verdict === 'valid' || (verdict === 'unreachable' && ageMs <= TOLERANCE_MS)
  }

  #validateOnce(session: LiveSession): Promise<Verdict> {
    const { sessionId } = session
    const running = this.#underWay.get(sessionId)
    if (running !== undefined) {
      return running
    }
    const started = this.#validate(session).finally(() => this.#underWay.delete(sessionId))
    // Even if no caller is waiting any more, a failure must be handled; the next call asks again.
    started.catch((error) => this.#context.warn(`a session could not be validated: ${error}`))
    this.#underWay.set(sessionId, started)
    return started
  }

  async #validate(session: LiveSession): Promise<Verdict> {
    const { db, changes, now, keys } = this.#context
    const token = decryptToken(keys.vault, session.platformToken)
    const platform = this.#platforms.get(session.platform)
    // Nobody vouches any more for somebody whose platform the operator has removed.
    const answer = (await platform?.validate(token, session.platformUserId)) ?? { kind: 'refused' }
    if (answer.kind === 'unreachable') {
      this.#pausedUntil.set(session.sessionId, now().getTime() + VALIDATION_PAUSE_MS)
      return 'unreachable'
    }
    this.#pausedUntil.delete(session.sessionId)
    if (answer.kind === 'refused') {
      await changes.transaction((trx) => endSession(trx, session.sessionId, now()))
      return 'refused'
    }
    await db
      .updateTable('sessions')
      .set({ validated_at: now() })
      .where('id', '=', session.sessionId)
      .execute()
    return 'valid'
  }

  async #touch(session: LiveSession, address: string): Promise<void> {
    const { db, now } = this.#context
    const seenAt = now()
    const isFresh = seenAt.getTime() - session.lastSeenAt.getTime() < TOUCH_MS
    if (isFresh && session.lastSeenAddress === address) {
      return
    }
    await db
      .updateTable('sessions')
      .set({
        last_seen_at: seenAt,
        last_seen_address: address,
        expires_at: new Date(seenAt.getTime() + SESSION_MS),
      })
      .where('id', '=', session.sessionId)
      .execute()
  }
}
