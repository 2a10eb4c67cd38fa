/** What an event's creator and admins see about its posts in Discord. */
import type { Unauthorized } from '@rollcall/contract/events'
import type { DiscordPanel } from '@rollcall/contract/sharing'
import type { AppContext } from '../../app-context.ts'
import type { Db } from '../../database/schema.ts'
import { openToken } from '../auth/token-vault.ts'
import { UNAUTHORIZED } from '../events/refusals.ts'
import { findViewersStep, listSteps } from '../show/steps.ts'
import { findManaged } from '../show/stored-show.ts'
import { readPostProblem } from './post-problems.ts'

const ENDING_LENGTH = 4

export async function findPanel(
  context: AppContext,
  asked: Parameters<typeof findManaged>[1],
): Promise<DiscordPanel | Unauthorized> {
  const { db } = context
  const show = await findManaged(db, asked)
  if (show === null) {
    return UNAUTHORIZED
  }
  const webhook = await findWebhook(db, show.event.id)
  const post = await findPost(db, show.event.id)
  return {
    webhook: webhook && {
      ending: readEnding(context, webhook.address),
      isOfSeries: webhook.series_id !== null,
    },
    isFinal: await isFinalForViewers(db, show.event.id),
    hasLink: show.settings.isPublic && show.publicToken !== null,
    post: post && {
      id: post.id,
      state: post.state,
      askedAt: post.asked_at.toISOString(),
      nextAt: post.state === 'waiting' ? post.due_at.toISOString() : null,
      attempts: post.attempts,
      problem: post.reason === null ? null : readPostProblem(post.reason),
    },
  }
}

function readEnding({ keys }: AppContext, sealed: Buffer): string {
  try {
    return openToken(keys.webhooks, sealed).slice(-ENDING_LENGTH)
  } catch {
    // Encrypted with another secret. A post will say that the address must be entered again.
    return ''
  }
}

export async function isFinalForViewers(db: Db, eventId: number): Promise<boolean> {
  return findViewersStep(await listSteps(db, eventId)).phase === 'final'
}

/** The webhook of the event's series, or else the event's own. */
export async function findWebhook(db: Db, eventId: number) {
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

export async function findPost(db: Db, eventId: number) {
  const row = await db
    .selectFrom('discord_posts')
    .select(['id', 'state', 'asked_at', 'due_at', 'attempts', 'reason'])
    .where('event_id', '=', eventId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}
