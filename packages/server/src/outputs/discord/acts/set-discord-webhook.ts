import { setDiscordWebhook } from '@rollcall/contract/sharing'
import { encryptToken } from '../../../domain/people/sign-in/token-vault.ts'
import type { Viewer } from '../../../domain/rights/roles.ts'
import { seriesRight } from '../../../domain/rights/series.ts'
import { lockShowFor } from '../../../domain/show/stored-show.ts'
import { actorOf, recordUnlessOwner } from '../../../domain/site/audit-log.ts'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { announce } from '../../../platform/changes/change-feed.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { findPanel } from '../discord-panel.ts'
import { readWebhook } from '../webhook-address.ts'

/** Sets where the results of an event, or of its series' events, are posted. null removes the address. */
export function serveSetDiscordWebhook(serve: Serve, context: AppContext): void {
  serve(setDiscordWebhook, async (call) => {
    const { caller, params, body } = call
    const asked = { eventId: params.id, viewer: caller }
    await changePosting(context, call, (trx) => storeAddress(trx, context, { ...asked, ...body }))
    return findPanel(context, asked)
  })
}

/**
 * Changes where results are posted, or what is. Nothing happens if the caller may not post.
 *
 * @param store returns the ids of the events that it concerns
 * @throws {ApiError} if it concerns a whole series, and the caller may edit only the event
 */
export async function changePosting(
  { changes, now }: AppContext,
  call: Parameters<typeof actorOf>[0] & { caller: Viewer; params: { id: number } },
  store: (trx: Db) => Promise<number[]>,
): Promise<void> {
  const asked = { eventId: call.params.id, viewer: call.caller }
  await changes.transaction(async (trx) => {
    const show = await lockShowFor(trx, { ...asked, act: 'post' })
    if (show === null) {
      return
    }
    await checkSeries(trx, asked)
    const events = await store(trx)
    announce(
      trx,
      events.map((id) => `show:${id}/organiser` as const),
    )
    await recordUnlessOwner(trx, actorOf(call, now()), {
      ownerId: show.ownerId,
      act: 'discord-webhook',
      facts: { number: String(asked.eventId), event: show.event.name },
    })
  })
}

/** @throws {ApiError} if the address is for a whole series, and the viewer may edit only the event */
async function checkSeries(
  trx: Db,
  { eventId, viewer }: { eventId: number; viewer: Viewer },
): Promise<void> {
  const series = await trx
    .selectFrom('events as event')
    .innerJoin('event_series as series', 'series.id', 'event.series_id')
    .select(seriesRight('edit', viewer).as('mayEdit'))
    .where('event.id', '=', eventId)
    .executeTakeFirst()
  if (series?.mayEdit === false) {
    throw new ApiError('webhook_of_series')
  }
}

/** Returns the ids of the events that use the address. */
async function storeAddress(
  trx: Db,
  { config, keys, now }: AppContext,
  { eventId, address }: { eventId: number; address: string | null },
): Promise<number[]> {
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
  // Those that there are stay in Discord as they are: nobody can edit them with another address.
  await trx.deleteFrom('round_messages').where('event_id', 'in', events).execute()
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
      address: encryptToken(keys.webhooks, webhook.url.href),
      set_at: now(),
    })
    .execute()
  return events
}
