/** Sends queued posts. The steps are numbered as in docs/architecture.md, "A post in Discord". */
import { sql } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import { announce } from '../../changes/change-feed.ts'
import { claimDue, DueJobs, type DueQueue } from '../../database/due-jobs.ts'
import { openToken } from '../auth/token-vault.ts'
import type { PlaceView, Shows } from '../show/views.ts'
import { discordMessage } from './discord-message.ts'
import { makeCard } from './make-card.ts'
import type { Pictures } from './pictures.ts'
import { postProblem } from './post-problems.ts'
import { type Outcome, sendPost } from './send-post.ts'
import { readWebhook, type Webhook } from './webhook-address.ts'

const SECOND_MS = 1_000
/** How long to wait after each failed attempt except the last. */
const DELAYS_MS = [5, 15, 60, 300, 900].map((seconds) => seconds * SECOND_MS)
const LONGEST_DELAY_MS = 3_600 * SECOND_MS
/** An attempt takes 5 s, so after this long the process that made it must be gone. */
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

  // 2. Mark the posts before sending them, so that no other process and no later start sends them too.
  async #claim(): Promise<{ count: number; posts: Post[] }> {
    return this.#context.changes.transaction(async (trx) => {
      const ids = await claimDue(trx, this.#queue, AT_ONCE)
      if (ids.length === 0) {
        return { count: 0, posts: [] }
      }
      const claimed = trx.updateTable('discord_posts').where('id', 'in', ids)
      // 4. Nobody knows whether these posts were sent.
      const abandoned = await claimed
        .set({ state: 'unknown', reason: JSON.stringify(postProblem('post_interrupted')) })
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
      await announce(trx, [...abandoned, ...posts].map(organiserTopic))
      return { count: ids.length, posts }
    })
  }

  async #attempt(post: Post): Promise<void> {
    const outcome = await this.#send(post)
    // 3. Store the outcome.
    await this.#context.changes.transaction(async (trx) => {
      await trx
        .updateTable('discord_posts')
        .set(this.#settled(post, outcome))
        .where('id', '=', post.id)
        .where('state', '=', 'sending')
        .execute()
      await announce(trx, [organiserTopic(post)])
    })
  }

  #settled({ attempts }: Post, outcome: Outcome) {
    if (outcome.state !== 'waiting') {
      const { state } = outcome
      return { state, reason: state === 'posted' ? null : JSON.stringify(outcome.problem) }
    }
    const { problem, afterMs = 0 } = outcome
    const reason = JSON.stringify(problem)
    const delayMs = DELAYS_MS[attempts - 1]
    if (delayMs === undefined) {
      return { state: 'failed' as const, reason }
    }
    const waitMs = Math.min(Math.max(delayMs, afterMs), LONGEST_DELAY_MS)
    const due_at = new Date(this.#context.now().getTime() + waitMs)
    return { state: 'waiting' as const, reason, due_at }
  }

  async #send(post: Post): Promise<Outcome> {
    const webhook = this.#openWebhook(post)
    if (webhook === null) {
      return { state: 'failed', problem: postProblem('webhook_unusable') }
    }
    let form: FormData
    try {
      const shown = await this.#shows.forViewers(post.event_id)
      // The show may have been reset since the press; then we must not post anything.
      if (shown?.state.phase !== 'final') {
        return { state: 'failed', problem: postProblem('show_no_longer_final') }
      }
      form = await this.#makeMessage(shown)
    } catch {
      return { state: 'waiting', problem: postProblem('post_not_made') }
    }
    return sendPost(webhook, form)
  }

  async #makeMessage(shown: PlaceView): Promise<FormData> {
    const { publicToken, settings } = shown.show
    const link =
      settings.isPublic && publicToken !== null
        ? `${this.#context.config.publicUrl}/e/${publicToken}`
        : null
    const picture = await this.#pictures(await makeCard(this.#context, shown, undefined))
    return discordMessage(shown, { link, picture })
  }

  #openWebhook({ address }: Post): Webhook | null {
    const { keys, config } = this.#context
    try {
      return readWebhook(openToken(keys.webhooks, address), config.webhookOrigins)
    } catch {
      // Encrypted with another secret: the database was restored without it.
      return null
    }
  }
}

const organiserTopic = ({ event_id: eventId }: { event_id: number }) =>
  `show:${eventId}/organiser` as const
