/** A person makes an API key for a program. The key is in this answer only. */
import { MAX_API_KEYS, makeApiKey } from '@rollcall/contract/api-keys'
import { sql } from 'kysely'
import { ApiError } from '../../../../edge/api-error.ts'
import type { AppContext } from '../../../../edge/app-context.ts'
import { KEY_MARKS, makeKey } from '../../../../edge/made-keys.ts'
import { oncePerPress } from '../../../../edge/one-press.ts'
import type { Serve } from '../../../../edge/serve-endpoint.ts'
import type { Db } from '../../../../platform/database/schema.ts'
import { shownApiKey } from '../stored-keys.ts'

export function serveMakeApiKey(serve: Serve, { db, now }: AppContext): void {
  serve(makeApiKey, async ({ caller: { userId }, body }) => {
    const { key, prefix, hash } = makeKey(KEY_MARKS.api)
    const createdAt = now()
    const scopes = [...new Set(body.scopes)]
    const press = {
      userId,
      creates: 'api_key_id',
      request: ['api-key', body],
      now: createdAt,
    } as const
    const id = await db.transaction().execute(async (trx) => {
      let isMade = false
      const made = await oncePerPress(trx, press, async () => {
        isMade = true
        await refuseTooMany(trx, userId)
        const { id } = await trx
          .insertInto('api_keys')
          .values({
            user_id: userId,
            name: body.name,
            prefix,
            key_hash: hash,
            scopes,
            created_at: createdAt,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        return id
      })
      if (!isMade) {
        throw new ApiError('api_key_made_already')
      }
      return made
    })
    const apiKey = shownApiKey({ id, name: body.name, prefix, scopes, createdAt, lastUsedAt: null })
    return { key, apiKey }
  })
}

async function refuseTooMany(trx: Db, userId: number): Promise<void> {
  // Two presses at once must not exceed the limit together.
  await sql`select from users where id = ${userId} for update`.execute(trx)
  const { count } = await trx
    .selectFrom('api_keys')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (count >= MAX_API_KEYS) {
    throw new ApiError('too_many_api_keys', { most: MAX_API_KEYS })
  }
}
