/**
 * Keeps one message in Discord for each round of leagues that want it, and edits it. When it is looked at depends on
 * nothing but the time since it was last looked at, so that the instants of edits give nothing sealed away.
 */
import { sql } from 'kysely'
import type { LeagueTables } from '../../domain/events/league/kept-tables.ts'
import { decryptToken } from '../../domain/people/sign-in/token-vault.ts'
import type { AppContext } from '../../edge/app-context.ts'
import { announce } from '../../platform/changes/change-feed.ts'
import { claimDue, DueJobs, type DueQueue } from '../../platform/database/due-jobs.ts'
import { ABANDONED_S, AT_ONCE, DELAYS_MS, LONGEST_DELAY_MS } from './discord-queue.ts'
import { postProblem } from './post-problems.ts'
import { makeRoundMessage, type RoundMessage } from './round-message.ts'
import { type Outcome, sendPost } from './send-post.ts'
import { readWebhook, type Webhook } from './webhook-address.ts'

const LOOK_AGAIN_MS = 60_000

interface Message {
  id: number
  event_id: number
  message_id: string | null
  said_hash: string | null
  attempts: number
}

/** The webhook of the league of the query's `event`, if it wants messages about rounds. */
const joinWebhook = sql`
  join discord_webhooks as webhook on webhook.series_id = event.series_id and webhook.posts_rounds
  join event_series as series on series.id = event.series_id and series.league_rules is not null`

export class RoundMessages {
  readonly #context: AppContext
  readonly #tables: LeagueTables
  readonly #queue: DueQueue
  readonly jobs: DueJobs

  constructor(context: AppContext, tables: LeagueTables) {
    this.#context = context
    this.#tables = tables
    this.#queue = {
      from: sql`round_messages as job`,
      isWaiting: sql<boolean>`(job.state in ('waiting', 'sending') and exists (
        select from events as event ${joinWebhook} where event.id = job.event_id
      ))`,
      dueAt: sql<Date>`job.due_at
        + make_interval(secs => case job.state when 'sending' then ${ABANDONED_S}::integer else 0 end)`,
      now: () => sql<Date>`${context.now()}::timestamptz`,
    }
    const { db, warn } = context
    this.jobs = new DueJobs({
      name: 'messages about rounds',
      db,
      warn,
      queue: this.#queue,
      take: () => this.#take(),
    })
  }

  /** Rounds may have been added to a league since it began to want messages. */
  async addMissing(): Promise<void> {
    const { db, now } = this.#context
    await sql`
      insert into round_messages (event_id, state, due_at)
      select event.id, 'waiting', ${now()}::timestamptz from events as event ${joinWebhook}
      on conflict (event_id) do nothing`.execute(db)
    this.jobs.look()
  }

  async #take(): Promise<number> {
    const { count, messages } = await this.#claim()
    await Promise.all(messages.map((message) => this.#keep(message)))
    return count
  }

  /**
   * Marks them before sending, so that no other process and no later start posts them too. An edit that was interrupted
   * is made again: twice the same changes nothing.
   */
  async #claim(): Promise<{ count: number; messages: Message[] }> {
    return this.#context.changes.transaction(async (trx) => {
      const ids = await claimDue(trx, this.#queue, AT_ONCE)
      if (ids.length === 0) {
        return { count: 0, messages: [] }
      }
      const claimed = trx.updateTable('round_messages').where('id', 'in', ids)
      const abandoned = await claimed
        .set({ state: 'unknown', reason: JSON.stringify(postProblem('post_interrupted')) })
        .where('state', '=', 'sending')
        .where('message_id', 'is', null)
        .returning('event_id')
        .execute()
      const messages = await claimed
        .set({ state: 'sending', due_at: this.#context.now() })
        .where('state', 'in', ['waiting', 'sending'])
        .returning(['id', 'event_id', 'message_id', 'said_hash', 'attempts'])
        .execute()
      announce(
        trx,
        abandoned.map(({ event_id: id }) => `show:${id}/organiser` as const),
      )
      return { count: ids.length, messages }
    })
  }

  async #keep(message: Message): Promise<void> {
    const { changes } = this.#context
    const change = await this.#say(message)
    await changes.transaction(async (trx) => {
      await trx
        .updateTable('round_messages')
        .set(change)
        .where('id', '=', message.id)
        .where('state', '=', 'sending')
        .execute()
      announce(trx, [`show:${message.event_id}/organiser`])
    })
  }

  /** Posts or edits it, if it must say something else, and returns what to store. */
  async #say(message: Message) {
    let made: RoundMessage | null
    try {
      made = await makeRoundMessage({ ...this.#context, tables: this.#tables }, message.event_id)
    } catch {
      return this.#notPosted(message, { state: 'waiting', problem: postProblem('post_not_made') })
    }
    if (
      made === null ||
      made.hash === message.said_hash ||
      (message.message_id === null && !made.isTimely)
    ) {
      return this.#again({})
    }
    const webhook = await this.#findWebhook(message.event_id)
    if (webhook === null) {
      return { state: 'failed' as const, reason: JSON.stringify(postProblem('webhook_unusable')) }
    }
    const form = new FormData()
    form.set('payload_json', made.payload)
    const outcome = await sendPost(webhook, form, { edits: message.message_id })
    return outcome.state === 'posted'
      ? this.#posted(message, { ...made, messageId: outcome.messageId })
      : this.#notPosted(message, outcome)
  }

  #posted(message: Message, { hash, messageId }: { hash: string; messageId: string | null }) {
    const known = message.message_id ?? messageId
    return known === null
      ? { state: 'unknown' as const, reason: JSON.stringify(postProblem('post_answer_lost')) }
      : this.#again({ message_id: known, said_hash: hash })
  }

  #again(said: { message_id?: string; said_hash?: string }) {
    const due_at = new Date(this.#context.now().getTime() + LOOK_AGAIN_MS)
    return { ...said, state: 'waiting' as const, attempts: 0, reason: null, due_at }
  }

  #notPosted(
    { attempts, message_id: id }: Message,
    outcome: Exclude<Outcome, { state: 'posted' }>,
  ) {
    const reason = JSON.stringify(outcome.problem)
    // Editing twice does no harm, so that a lost answer is no reason to stop.
    if (outcome.state === 'failed' || (outcome.state === 'unknown' && id === null)) {
      return { state: outcome.state, reason }
    }
    const afterMs = outcome.state === 'waiting' ? (outcome.afterMs ?? 0) : 0
    const delayMs = DELAYS_MS[attempts] ?? LONGEST_DELAY_MS
    const waitMs = Math.min(Math.max(delayMs, afterMs), LONGEST_DELAY_MS)
    const due_at = new Date(this.#context.now().getTime() + waitMs)
    return { state: 'waiting' as const, reason, due_at, attempts: attempts + 1 }
  }

  async #findWebhook(eventId: number): Promise<Webhook | null> {
    const { db, keys, config } = this.#context
    const { rows } = await sql<{ address: Buffer }>`
      select webhook.address from events as event ${joinWebhook} where event.id = ${eventId}`.execute(
      db,
    )
    try {
      const [row] = rows
      return row
        ? readWebhook(decryptToken(keys.webhooks, row.address), config.webhookOrigins)
        : null
    } catch {
      // Encrypted with another secret: the database was restored without it.
      return null
    }
  }
}
