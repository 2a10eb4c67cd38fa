import type { DiscordPanel } from '@rollcall/contract/sharing'
import { getDiscordPanel, postToDiscord, setDiscordWebhook } from '@rollcall/contract/sharing'
import type { AppContext } from '../../app-context.ts'
import { actorOf, recordAct } from '../../audit-log.ts'
import { announce } from '../../changes/change-feed.ts'
import type { DueJobs } from '../../database/due-jobs.ts'
import type { Db } from '../../database/schema.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import { openToken, sealToken } from '../auth/token-vault.ts'
import { UNAUTHORIZED } from '../events/refusals.ts'
import { listSteps, stepOfViewers } from '../show/steps.ts'
import { findManaged, lockManaged, type StoredShow } from '../show/stored-show.ts'
import { readWebhook } from './webhook-address.ts'

const ENDING_LENGTH = 4

export function serveDiscord(serve: Serve, context: AppContext, jobs: DueJobs): void {
  const { db, changes, now, config, keys } = context

  serve(getDiscordPanel, async ({ caller, params }) => {
    jobs.look()
    return panelFor({ eventId: params.id, asker: caller })
  })

  serve(setDiscordWebhook, async ({ caller, params, body, request }) => {
    const asked = { eventId: params.id, asker: caller }
    await changes.transaction(async (trx) => {
      const show = await lockManaged(trx, asked)
      if (show === null) {
        return
      }
      const events = await storeAddress(trx, params.id, body.address)
      await announce(
        trx,
        events.map((id) => `show:${id}/control` as const),
      )
      if (show.createdBy !== caller.userId) {
        await recordAct(trx, actorOf({ caller, request }, now()), {
          act: 'discord-webhook',
          summary: `Changed where ${show.event.name}, an event of somebody else, is posted.`,
          details: { number: String(params.id) },
        })
      }
    })
    return panelFor(asked)
  })

  serve(postToDiscord, async ({ caller, params, body, request }) => {
    const asked = { eventId: params.id, asker: caller }
    await changes.transaction(async (trx) => {
      const show = await lockManaged(trx, asked)
      const last = await findPost(trx, params.id)
      // A press that was made twice, or on a page that had not heard of the other one.
      if (show === null || (last?.id ?? null) !== body.after || isUnderWay(last)) {
        return
      }
      if (!(await isFinalForViewers(trx, params.id))) {
        throw new ApiError(
          'conflict',
          show.phase === 'final'
            ? "Viewers' pages do not show the end yet. Post the results in a moment."
            : 'Finish the show first; then its results can be posted.',
        )
      }
      const webhook = await findWebhook(trx, params.id)
      if (webhook === null) {
        throw new ApiError('conflict', 'Give the address of a webhook first.')
      }
      await trx
        .insertInto('discord_posts')
        .values({
          ...{ event_id: params.id, address: webhook.address, state: 'waiting', reason: null },
          ...{ asked_at: now(), due_at: now() },
        })
        .execute()
      await announce(trx, [`show:${params.id}/control`])
      if (show.createdBy !== caller.userId) {
        await recordAct(trx, actorOf({ caller, request }, now()), {
          act: 'discord-post',
          summary: `Posted the results of ${show.event.name}, an event of somebody else.`,
          details: { number: String(params.id) },
        })
      }
    })
    jobs.look()
    return panelFor(asked)
  })

  async function panelFor(asked: Parameters<typeof findManaged>[1]) {
    const show = await findManaged(db, asked)
    return show === null ? UNAUTHORIZED : panelOf(show)
  }

  async function panelOf(show: StoredShow): Promise<DiscordPanel> {
    const webhook = await findWebhook(db, show.event.id)
    const post = await findPost(db, show.event.id)
    return {
      webhook: webhook && {
        ending: endingOf(webhook.address),
        isOfSeries: webhook.series_id !== null,
      },
      isFinal: await isFinalForViewers(db, show.event.id),
      hasLink: show.settings.isPublic && show.publicToken !== null,
      post: post && {
        id: post.id,
        state: post.state,
        askedAt: post.asked_at.toISOString(),
        nextAt: post.state === 'waiting' ? post.due_at.toISOString() : null,
        reason: post.reason,
      },
    }
  }

  function endingOf(sealed: Buffer): string {
    try {
      return openToken(keys.webhooks, sealed).slice(-ENDING_LENGTH)
    } catch {
      // Encrypted with another secret; a post will say that it must be given again.
      return ''
    }
  }

  /** Gives the events that it is the address of. */
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
    // One of the event's own is from before it came into the series.
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
      throw new ApiError(
        'invalid',
        "That is not the address of a Discord webhook. In Discord: the channel's settings, Integrations, Webhooks, Copy Webhook URL.",
      )
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

async function isFinalForViewers(db: Db, eventId: number): Promise<boolean> {
  return stepOfViewers(await listSteps(db, eventId)).phase === 'final'
}

const isUnderWay = (post: { state: string } | null) =>
  post?.state === 'waiting' || post?.state === 'sending'

/** The series' own before the event's. */
async function findWebhook(db: Db, eventId: number) {
  const row = await db
    .selectFrom('events as event')
    .innerJoin('discord_webhooks as webhook', (join) =>
      join.on(({ or, eb, ref }) =>
        or([
          eb('webhook.event_id', '=', ref('event.id')),
          eb('webhook.series_id', '=', ref('event.series_id')),
        ]),
      ),
    )
    .select(['webhook.address', 'webhook.series_id'])
    .where('event.id', '=', eventId)
    .orderBy('webhook.event_id', (order) => order.desc().nullsFirst())
    .executeTakeFirst()
  return row ?? null
}

async function findPost(db: Db, eventId: number) {
  const row = await db
    .selectFrom('discord_posts')
    .select(['id', 'state', 'asked_at', 'due_at', 'reason'])
    .where('event_id', '=', eventId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}
