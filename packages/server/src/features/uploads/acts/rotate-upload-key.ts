import { rotateUploadKey } from '@rollcall/contract/uploads'
import type { AppContext } from '../../../app-context.ts'
import type { Serve } from '../../../http/serve-endpoint.ts'
import { KEY_MARKS, makeKey } from '../../../made-keys.ts'
import { shownUploadKey } from '../upload-keys.ts'

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
      companionAddress: `${config.publicUrl}/k/${key}`,
      uploadKey: shownUploadKey({ prefix, createdAt: values.created_at, lastUsedAt: null }),
    }
  })
}
