/** What others ask about shows. Each view is read and serialised once after a change, for all callers and streams. */
import { ApiError } from '../../edge/api-error.ts'
import type { AppContext } from '../../edge/app-context.ts'
import { MIB } from '../../limits.ts'
import { CachedValues } from '../../platform/changes/cached-values.ts'
import { readAtOneMoment } from '../../platform/database/read-at-one-moment.ts'
import type { Db } from '../../platform/database/schema.ts'
import { publicTokenOf } from '../visibility/event-pages.ts'
import { findOverlayStep, findViewersStep, listSteps } from './steps.ts'
import { findShow } from './stored-show.ts'
import { makeScreenView, type ScreenView } from './views.ts'

/**
 * The limit for the answers of all events, in characters. One takes about 10 KB; with 500 streamers, ten times as much.
 */
const MOST_CHARACTERS = 32 * MIB
const MOST_TOKENS = 20_000

/** What a press shows at once. Both are the same except in a rehearsal. */
interface Pressed {
  stage: ScreenView | null
  overlay: ScreenView | null
}

/** What a token opens without sign-in, and nothing else. */
type TokenHolder =
  | { kind: 'public' | 'overlay'; eventId: number }
  | { kind: 'channel'; userId: number }

export class Shows {
  readonly #db: Db
  readonly #seen: CachedValues<{ viewers: ScreenView | null }>
  readonly #pressed: CachedValues<Pressed>
  readonly #holders: CachedValues<{ holder: TokenHolder | null }>
  readonly #coming: CachedValues<{ nextAtMs: number | null }>

  constructor({ db, changes }: Pick<AppContext, 'db' | 'changes'>) {
    this.#db = db
    this.#seen = new CachedValues(changes, {
      maxSize: MOST_CHARACTERS,
      measure: ({ viewers }) => sizeOf(viewers),
    })
    this.#pressed = new CachedValues(changes, {
      maxSize: MOST_CHARACTERS,
      measure: ({ stage, overlay }) => sizeOf(stage) + sizeOf(overlay),
    })
    this.#holders = new CachedValues(changes, { maxSize: MOST_TOKENS, measure: () => 1 })
    this.#coming = new CachedValues(changes, { maxSize: MOST_TOKENS, measure: () => 1 })
  }

  /**
   * What viewers see: on the public page, in chat, in pictures, and as participants of a sealed event; null if there is
   * no such event.
   */
  async forViewers(eventId: number): Promise<ScreenView | null> {
    const { viewers } = await this.#seen.get({
      key: String(eventId),
      tags: [`show:${eventId}/viewers`, ...detailsOf(eventId)],
      load: () =>
        readAtOneMoment(this.#db, async (trx) => {
          const show = await findShow(trx, eventId)
          const step = findViewersStep(await listSteps(trx, eventId))
          // The stage has already shown it, so the step is over.
          return { viewers: show && (await makeScreenView(trx, show, { ...step, stepMs: 0 })) }
        }),
    })
    return viewers
  }

  /** What the stage shows: each move at once, also in rehearsals; null if there is no such event. */
  async onStage(eventId: number): Promise<ScreenView | null> {
    return (await this.#findPressed(eventId)).stage
  }

  /** What the public page with that token shows; null if there is no such page, or if it is not public. */
  async findPublic(token: string): Promise<ScreenView | null> {
    const holder = await this.findHolder(token)
    const found = holder?.kind === 'public' ? await this.forViewers(holder.eventId) : null
    // The token may have been replaced since we looked it up.
    return found !== null && publicTokenOf(found.show) === token ? found : null
  }

  /** @throws {ApiError} if `findPublic` finds nothing */
  async getPublic(token: string): Promise<ScreenView> {
    const found = await this.findPublic(token)
    if (found === null) {
      throw new ApiError('no_such_link')
    }
    return found
  }

  /** In how many milliseconds viewers see the next step that the organiser has already taken; null if none is coming. */
  async findNextInMs(eventId: number): Promise<number | null> {
    const { nextAtMs } = await this.#coming.get({
      key: String(eventId),
      tags: [`show:${eventId}`],
      load: async () => {
        const steps = await listSteps(this.#db, eventId)
        const next = steps.find(({ dueInMs }) => dueInMs > 0)
        return { nextAtMs: next === undefined ? null : performance.now() + next.dueInMs }
      },
    })
    return nextAtMs === null ? null : Math.max(0, Math.ceil(nextAtMs - performance.now()))
  }

  /**
   * What the event overlay with that token shows: it is part of the stream, so each move at once, but no rehearsals;
   * null if there is none.
   */
  async findOverlay(token: string): Promise<ScreenView | null> {
    const holder = await this.findHolder(token)
    const found = holder?.kind === 'overlay' ? await this.#findPressed(holder.eventId) : null
    return found?.overlay?.show.overlayToken === token ? found.overlay : null
  }

  /** What the token opens; null if it opens nothing. */
  async findHolder(token: string): Promise<TokenHolder | null> {
    const { holder } = await this.#holders.get({
      key: token,
      tags: [`link:${token}`],
      load: async () => ({ holder: await findHolder(this.#db, token) }),
    })
    return holder
  }

  async #findPressed(eventId: number): Promise<Pressed> {
    return this.#pressed.get({
      key: String(eventId),
      tags: [`show:${eventId}/stage`, `show:${eventId}/overlay`, ...detailsOf(eventId)],
      load: () =>
        readAtOneMoment(this.#db, async (trx) => {
          const show = await findShow(trx, eventId)
          if (show === null) {
            return { stage: null, overlay: null }
          }
          const step = findOverlayStep(await listSteps(trx, eventId))
          const stage = await makeScreenView(trx, show, show)
          const isSame = step.version === show.version
          return { stage, overlay: isSame ? stage : await makeScreenView(trx, show, step) }
        }),
    })
  }
}

const detailsOf = (eventId: number) => [`event:${eventId}/details`, 'channel', 'names'] as const

const sizeOf = (place: ScreenView | null) => 1 + (place?.answer.json.length ?? 0)

/** Returns null if the token opens nothing. */
async function findHolder(db: Db, token: string): Promise<TokenHolder | null> {
  const show = await db
    .selectFrom('shows')
    .select(['event_id as eventId', 'public_token as publicToken'])
    .where((where) =>
      where.or([where('public_token', '=', token), where('overlay_token', '=', token)]),
    )
    .executeTakeFirst()
  if (show !== undefined) {
    const kind = show.publicToken === token ? 'public' : 'overlay'
    return { kind, eventId: show.eventId }
  }
  const overlay = await db
    .selectFrom('channel_overlays')
    .select('user_id as userId')
    .where('token', '=', token)
    .executeTakeFirst()
  return overlay === undefined ? null : { kind: 'channel', userId: overlay.userId }
}
