import { setNightWebhook } from '@rollcall/contract/sharing'
import { encryptToken } from '../../../domain/people/sign-in/token-vault.ts'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { announce } from '../../../platform/changes/change-feed.ts'
import { findNightPanel, findOwnNight } from '../night-panel.ts'
import { readWebhook } from '../webhook-address.ts'

/** Sets where a channel's nights are posted. null removes the address. */
export function serveSetNightWebhook(serve: Serve, context: AppContext): void {
  const { changes, config, keys, now } = context

  serve(setNightWebhook, async ({ caller, params, body }) => {
    const night = await findOwnNight(context, params, caller)
    const { id } = night.channel
    const webhook = body.address === null ? null : readWebhook(body.address, config.webhookOrigins)
    if (body.address !== null && webhook === null) {
      throw new ApiError('webhook_not_discord')
    }
    await changes.transaction(async (trx) => {
      await trx.deleteFrom('discord_webhooks').where('channel_id', '=', id).execute()
      if (webhook !== null) {
        await trx
          .insertInto('discord_webhooks')
          .values({
            channel_id: id,
            address: encryptToken(keys.webhooks, webhook.url.href),
            set_at: now(),
          })
          .execute()
      }
      announce(trx, [`nights:${id}`])
    })
    return findNightPanel(context, night)
  })
}
