/** Sends what is to be posted; docs/architecture.md, "A post in Discord". The numbers are those in its code. */
import { sql } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import { announce } from '../../changes/change-feed.ts'
import { claimDue, DueJobs, type DueQueue } from '../../database/due-jobs.ts'
import { openToken } from '../auth/token-vault.ts'
import type { PlaceView, Shows } from '../show/views.ts'
import { cardOf } from './card-of-show.ts'
import { discordMessage } from './discord-message.ts'
import type { Pictures } from './pictures.ts'
import { type Outcome, sendPost } from './send-post.ts'
import { readWebhook, type Webhook } from './webhook-address.ts'

const SECOND_MS = 1_000
/** After each failed attempt but the last. */
const DELAYS_MS = [5, 15, 60, 300, 900].map((seconds) => seconds * SECOND_MS)
const LONGEST_DELAY_MS = 3_600 * SECOND_MS
/** An attempt takes 5 s; whoever made this one is gone. */
const ABANDONED_S = 30
const AT_ONCE = 4

interface Post {
  id: number
  event_id: number
  address: Buffer
  attempts: number
}

export class DiscordQueue {
  readonly #context: AppContext
  readonly #shows: Shows
  readonly #pictures: Pictures
  readonly #queue: DueQueue
  readonly jobs: DueJobs

  constructor(context: AppContext, shows: Shows, pictures: Pictures) {
    this.#context = context
    this.#shows = shows
    this.#pictures = pictures
    this.#queue = {
      from: sql`discord_posts as job`,
      isWaiting: sql<boolean>`job.state in ('waiting', 'sending')`,
      dueAt: sql<Date>`job.due_at
        + make_interval(secs => case job.state when 'sending' then ${ABANDONED_S}::integer else 0 end)`,
      now: () => sql<Date>`${context.now()}::timestamptz`,
    }
    const { db, warn } = context
    this.jobs = new DueJobs({
      name: 'posts in Discord',
      db,
      warn,
      queue: this.#queue,
      take: () => this.#take(),
    })
  }

  async #take(): Promise<number> {
    const { count, posts } = await this.#claim()
    await Promise.all(posts.map((post) => this.#attempt(post)))
    return count
  }

  // 2. Marked before it is sent, so that no other process and no later start sends it as well.
  async #claim(): Promise<{ count: number; posts: Post[] }> {
    return this.#context.changes.transaction(async (trx) => {
      const ids = await claimDue(trx, this.#queue, AT_ONCE)
      if (ids.length === 0) {
        return { count: 0, posts: [] }
      }
      const claimed = trx.updateTable('discord_posts').where('id', 'in', ids)
      // 4. Nobody knows how far it came.
      const abandoned = await claimed
        .set({
          state: 'unknown',
          reason:
            'The server stopped while it was sending. Look in Discord whether the post is there.',
        })
        .where('state', '=', 'sending')
        .returning('event_id')
        .execute()
      const posts = await claimed
        .set(({ eb }) => ({
          state: 'sending',
          attempts: eb('attempts', '+', 1),
          due_at: this.#context.now(),
        }))
        .where('state', '=', 'waiting')
        .returning(['id', 'event_id', 'address', 'attempts'])
        .execute()
      await announce(trx, [...abandoned, ...posts].map(topicOf))
      return { count: ids.length, posts }
    })
  }

  async #attempt(post: Post): Promise<void> {
    const outcome = await this.#send(post)
    // 3. What came of it.
    await this.#context.changes.transaction(async (trx) => {
      await trx
        .updateTable('discord_posts')
        .set(this.#settled(post, outcome))
        .where('id', '=', post.id)
        .where('state', '=', 'sending')
        .execute()
      await announce(trx, [topicOf(post)])
    })
  }

  #settled({ attempts }: Post, outcome: Outcome) {
    if (outcome.state !== 'waiting') {
      return { state: outcome.state, reason: outcome.state === 'posted' ? null : outcome.reason }
    }
    const { reason, afterMs = 0 } = outcome
    const delayMs = DELAYS_MS[attempts - 1]
    if (delayMs === undefined) {
      return { state: 'failed' as const, reason: `${reason} It was tried ${attempts} times.` }
    }
    const waitMs = Math.min(Math.max(delayMs, afterMs), LONGEST_DELAY_MS)
    const due_at = new Date(this.#context.now().getTime() + waitMs)
    return { state: 'waiting' as const, reason, due_at }
  }

  async #send(post: Post): Promise<Outcome> {
    const webhook = this.#webhookOf(post)
    if (webhook === null) {
      return {
        state: 'failed',
        reason: 'The address of the webhook cannot be used any more. Give it again.',
      }
    }
    let form: FormData
    try {
      const shown = await this.#shows.forViewers(post.event_id)
      // It may have been reset since the press; then there is nothing that may be told.
      if (shown?.state.phase !== 'final') {
        return { state: 'failed', reason: 'The show is not final any more; nothing was posted.' }
      }
      form = await this.#messageOf(shown)
    } catch {
      return { state: 'waiting', reason: 'The server could not make the post.' }
    }
    return sendPost(webhook, form)
  }

  async #messageOf(shown: PlaceView): Promise<FormData> {
    const { publicToken, settings } = shown.show
    const link =
      settings.isPublic && publicToken !== null
        ? `${this.#context.config.publicUrl}/e/${publicToken}`
        : null
    const picture = await this.#pictures(await cardOf(this.#context, shown, undefined))
    return discordMessage(shown, { link, picture })
  }

  #webhookOf({ address }: Post): Webhook | null {
    const { keys, config } = this.#context
    try {
      return readWebhook(openToken(keys.webhooks, address), config.webhookOrigins)
    } catch {
      // Encrypted with another secret: the database was restored without it.
      return null
    }
  }
}

const topicOf = ({ event_id: eventId }: { event_id: number }) =>
  `show:${eventId}/organiser` as const
