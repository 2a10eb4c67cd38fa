import { addressOf } from '@rollcall/contract/pages'
import { KEYED_SITE } from '@rollcall/contract/places'
import { rotateUploadKey } from '@rollcall/contract/uploads'
import type { AppContext } from '../../../edge/app-context.ts'
import { KEY_MARKS, makeKey } from '../../../edge/made-keys.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { shownUploadKey } from './upload-keys.ts'

/** Replaces the streamer's upload key; the old one stops working. */
export function serveRotateUploadKey(serve: Serve, { config, db, now }: AppContext): void {
  serve(rotateUploadKey, async ({ caller }) => {
    const { key, prefix, hash } = makeKey(KEY_MARKS.upload)
    const values = { prefix, key_hash: hash, created_at: now(), last_used_at: null }
    await db
      .insertInto('upload_keys')
      .values({ user_id: caller.userId, ...values })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
      .execute()
    return {
      key,
      companionAddress: config.publicUrl + addressOf(KEYED_SITE, { uploadKey: key }),
      uploadKey: shownUploadKey({ prefix, createdAt: values.created_at, lastUsedAt: null }),
    }
  })
}
