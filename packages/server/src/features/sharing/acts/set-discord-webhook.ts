import { setDiscordWebhook } from '@rollcall/contract/sharing'
import type { AppContext } from '../../../app-context.ts'
import { actorOf, recordUnlessOwner } from '../../../audit-log.ts'
import { announce } from '../../../changes/change-feed.ts'
import type { Db } from '../../../database/schema.ts'
import { ApiError } from '../../../http/api-error.ts'
import type { Serve } from '../../../http/serve-endpoint.ts'
import { sealToken } from '../../auth/token-vault.ts'
import { lockManaged } from '../../show/stored-show.ts'
import { findPanel } from '../discord-panel.ts'
import { readWebhook } from '../webhook-address.ts'

/** Sets where the results of an event, or of its series' events, are posted. null removes the address. */
export function serveSetDiscordWebhook(serve: Serve, context: AppContext): void {
  const { changes, config, keys, now } = context

  serve(setDiscordWebhook, async (call) => {
    const { caller, params, body } = call
    const asked = { eventId: params.id, asker: caller }
    await changes.transaction(async (trx) => {
      const show = await lockManaged(trx, asked)
      if (show === null) {
        return
      }
      const events = await storeAddress(trx, params.id, body.address)
      await announce(
        trx,
        events.map((id) => `show:${id}/organiser` as const),
      )
      await recordUnlessOwner(trx, actorOf(call, now()), {
        ownerId: show.createdBy,
        act: 'discord-webhook',
        summary: `Changed where ${show.event.name}, an event of somebody else, is posted.`,
        details: { number: String(params.id), event: show.event.name },
      })
    })
    return findPanel(context, asked)
  })

  /** Returns the ids of the events that use the address. */
  async function storeAddress(trx: Db, eventId: number, address: string | null): Promise<number[]> {
    const together = await trx
      .selectFrom('events as event')
      .innerJoin('events as other', (join) =>
        join.on(({ or, eb, ref }) =>
          or([
            eb('other.id', '=', ref('event.id')),
            eb('other.series_id', '=', ref('event.series_id')),
          ]),
        ),
      )
      .select(['other.id', 'other.series_id as seriesId'])
      .where('event.id', '=', eventId)
      .execute()
    const seriesId = together[0]?.seriesId ?? null
    // The event may still have its own address, from before it was in the series.
    await trx
      .deleteFrom('discord_webhooks')
      .where(({ or, eb }) => or([eb('event_id', '=', eventId), eb('series_id', '=', seriesId)]))
      .execute()
    const events = together.map(({ id }) => id)
    if (address === null) {
      return events
    }
    const webhook = readWebhook(address, config.webhookOrigins)
    if (webhook === null) {
      throw new ApiError('webhook_not_discord')
    }
    await trx
      .insertInto('discord_webhooks')
      .values({
        event_id: seriesId === null ? eventId : null,
        series_id: seriesId,
        address: sealToken(keys.webhooks, webhook.url.href),
        set_at: now(),
      })
      .execute()
    return events
  }
}
