/** What those who may post an event's results in Discord see about its posts. */
import type { Unauthorized } from '@rollcall/contract/events'
import type { DiscordPanel } from '@rollcall/contract/sharing'
import { UNAUTHORIZED } from '../../domain/events/refusals.ts'
import { decryptToken } from '../../domain/people/sign-in/token-vault.ts'
import type { Viewer } from '../../domain/rights/roles.ts'
import { findViewersStep, listSteps } from '../../domain/show/steps.ts'
import { findShowFor } from '../../domain/show/stored-show.ts'
import { publicTokenOf } from '../../domain/visibility/event-pages.ts'
import { isRevealed } from '../../domain/visibility/shown-step.ts'
import type { AppContext } from '../../edge/app-context.ts'
import type { Db } from '../../platform/database/schema.ts'
import { readPostProblem, type StoredPostProblem } from './post-problems.ts'

const ENDING_LENGTH = 4

export async function findPanel(
  context: AppContext,
  { eventId, viewer }: { eventId: number; viewer: Viewer },
): Promise<DiscordPanel | Unauthorized> {
  const { db } = context
  const show = await findShowFor(db, { eventId, act: 'post', viewer })
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
    rounds: await findRoundMessages(db, show.event.id),
    hasLink: publicTokenOf(show) !== null,
    post: post && describePost(post),
  }
}

type FoundPost = NonNullable<Awaited<ReturnType<typeof findPost>>>

export const describePost = (post: FoundPost): DiscordPanel['post'] => ({
  id: post.id,
  state: post.state,
  askedAt: post.asked_at.toISOString(),
  nextAt: post.state === 'waiting' ? post.due_at.toISOString() : null,
  attempts: post.attempts,
  problem: post.reason === null ? null : readPostProblem(post.reason as StoredPostProblem),
})

export const isUnderWay = (post: Pick<FoundPost, 'state'> | null) =>
  post?.state === 'waiting' || post?.state === 'sending'

export function readEnding({ keys }: Pick<AppContext, 'keys'>, sealed: Buffer): string {
  try {
    return decryptToken(keys.webhooks, sealed).slice(-ENDING_LENGTH)
  } catch {
    // Encrypted with another secret. A post will say that the address must be entered again.
    return ''
  }
}

export async function isFinalForViewers(db: Db, eventId: number): Promise<boolean> {
  return isRevealed(findViewersStep(await listSteps(db, eventId)))
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

/** Whether the event's league wants messages about its rounds; null: it has no webhook, or is no league. */
export async function findRoundMessages(db: Db, eventId: number): Promise<DiscordPanel['rounds']> {
  const row = await db
    .selectFrom('events as event')
    .innerJoin('event_series as series', 'series.id', 'event.series_id')
    .innerJoin('discord_webhooks as webhook', 'webhook.series_id', 'series.id')
    .leftJoin('round_messages as message', 'message.event_id', 'event.id')
    .select(['webhook.posts_rounds as isOn', 'message.reason'])
    .where('event.id', '=', eventId)
    .where('series.league_rules', 'is not', null)
    .executeTakeFirst()
  if (row === undefined) {
    return null
  }
  const { isOn, reason } = row
  const problem = isOn && reason !== null ? readPostProblem(reason as StoredPostProblem) : null
  return { isOn, problem }
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
