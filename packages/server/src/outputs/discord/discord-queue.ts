/** Sends queued posts. The steps are numbered as in docs/walks.md, "A post in Discord". */
import { addressOf, PAGES } from '@rollcall/contract/pages'
import { qualifiedLogin } from '@rollcall/scoring/racer'
import { sql } from 'kysely'
import { findPublicChannel, type PublicChannel } from '../../domain/boards/find-channel.ts'
import type { RacerBoards } from '../../domain/boards/racers.ts'
import { decryptToken } from '../../domain/people/sign-in/token-vault.ts'
import type { Shows } from '../../domain/show/shows.ts'
import type { ScreenView } from '../../domain/show/views.ts'
import { publicTokenOf } from '../../domain/visibility/event-pages.ts'
import { isRevealed } from '../../domain/visibility/shown-step.ts'
import type { AppContext } from '../../edge/app-context.ts'
import { findNight } from '../../pages/channel/night.ts'
import { announce } from '../../platform/changes/change-feed.ts'
import { claimDue, DueJobs, type DueQueue } from '../../platform/database/due-jobs.ts'
import { discordMessage } from './discord-message.ts'
import { nightMessage } from './night-message.ts'
import { postProblem, type StoredPostProblem } from './post-problems.ts'
import { type Outcome, sendPost } from './send-post.ts'
import { readWebhook, type Webhook } from './webhook-address.ts'

const SECOND_MS = 1_000
/** How long to wait after each failed attempt except the last. */
export const DELAYS_MS = [5, 15, 60, 300, 900].map((seconds) => seconds * SECOND_MS)
export const LONGEST_DELAY_MS = 3_600 * SECOND_MS
/** An attempt takes 5 s, so after this long the process that made it must be gone. */
export const ABANDONED_S = 30
export const AT_ONCE = 4

interface Post {
  id: number
  /** null: it is of a channel's night. */
  event_id: number | null
  channel_id: number | null
  day: string | null
  address: Buffer
  attempts: number
}

/** What posts are made from. */
export interface PostMakers {
  shows: Shows
  racerBoards: RacerBoards
  /** The share picture of the event. */
  drawCard: (shown: ScreenView) => Promise<Uint8Array>
  /** The share picture of the night. */
  drawNight: (channel: PublicChannel, day: string) => Promise<Uint8Array>
}

export class DiscordQueue {
  readonly #context: AppContext
  readonly #makers: PostMakers
  readonly #queue: DueQueue
  readonly jobs: DueJobs

  constructor(context: AppContext, makers: PostMakers) {
    this.#context = context
    this.#makers = makers
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
        .returning(['event_id', 'channel_id'])
        .execute()
      const posts = await claimed
        .set(({ eb }) => ({
          state: 'sending',
          attempts: eb('attempts', '+', 1),
          due_at: this.#context.now(),
        }))
        .where('state', '=', 'waiting')
        .returning(['id', 'event_id', 'channel_id', 'day', 'address', 'attempts'])
        .execute()
      announce(trx, [...abandoned, ...posts].map(topicOf))
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
      announce(trx, [topicOf(post)])
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
    let form: FormData | StoredPostProblem
    try {
      form = await this.#makeForm(post)
    } catch {
      return { state: 'waiting', problem: postProblem('post_not_made') }
    }
    return form instanceof FormData ? sendPost(webhook, form) : { state: 'failed', problem: form }
  }

  /** What must not be posted any more is a problem. */
  async #makeForm({ event_id: eventId, channel_id: channelId, day }: Post) {
    if (eventId === null) {
      const form = await this.#makeNight(channelId ?? 0, day ?? '')
      return form ?? postProblem('night_held')
    }
    const shown = await this.#makers.shows.forViewers(eventId)
    // The show may have been reset since the press.
    return shown === null || !isRevealed(shown.state)
      ? postProblem('show_no_longer_final')
      : this.#makeMessage(shown)
  }

  /** null: since the press, an event has begun to hold games of the day. */
  async #makeNight(channelId: number, day: string): Promise<FormData | null> {
    const { db, config } = this.#context
    const { drawNight, racerBoards } = this.#makers
    const address = await db
      .selectFrom('channels')
      .select(['platform', 'login'])
      .where('id', '=', channelId)
      .executeTakeFirstOrThrow()
    const channel = await findPublicChannel(this.#context, qualifiedLogin(address))
    const night =
      channel &&
      (await findNight({ ...this.#context, racerBoards }, channel, { day, viewer: null }))
    if (channel === null || night === null || night.recap === null) {
      return null
    }
    const page = { channel: qualifiedLogin(channel.label), day }
    return nightMessage(night, night.recap, {
      link: config.publicUrl + addressOf(PAGES.night, page),
      picture: await drawNight(channel, day),
    })
  }

  async #makeMessage(shown: ScreenView): Promise<FormData> {
    const token = publicTokenOf(shown.show)
    const link =
      token === null ? null : this.#context.config.publicUrl + addressOf(PAGES.event, { token })
    const picture = await this.#makers.drawCard(shown)
    return discordMessage(shown, { link, picture })
  }

  #openWebhook({ address }: Post): Webhook | null {
    const { keys, config } = this.#context
    try {
      return readWebhook(decryptToken(keys.webhooks, address), config.webhookOrigins)
    } catch {
      // Encrypted with another secret: the database was restored without it.
      return null
    }
  }
}

const topicOf = ({
  event_id: eventId,
  channel_id: channelId,
}: Pick<Post, 'event_id' | 'channel_id'>) =>
  eventId === null ? (`nights:${channelId ?? 0}` as const) : (`show:${eventId}/organiser` as const)
