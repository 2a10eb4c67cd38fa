/**
 * The steps of a show that people other than the organiser see: the overlay shows a step at once, viewers see it when
 * it is due by the database's clock. Numbered as in
 * docs/walks.md, "A press, from the control room to the overlay".
 */
import { REVEAL_START_RANK } from '@rollcall/scoring/reveal'
import { sql } from 'kysely'
import type { AppContext } from '../../edge/app-context.ts'
import { announce } from '../../platform/changes/change-feed.ts'
import type { Topic } from '../../platform/changes/topics.ts'
import { claimDue, DueJobs, type DueQueue } from '../../platform/database/due-jobs.ts'
import type { Db } from '../../platform/database/schema.ts'
import { forgetBoards } from '../events/boards/frozen-board.ts'
import { noteTableShown } from '../events/league/table-shows.ts'
import { checkEvent } from '../standings/badge-checks.ts'
import { announceHeldGames, openForGood } from '../visibility/held-games.ts'
import { endsShow } from '../visibility/shown-step.ts'
import type { ShowState } from './stored-show.ts'

export interface ShowStep extends ShowState {
  phase: 'waiting' | 'live' | 'final'
  /** Milliseconds until viewers see it; 0 if they already see it. */
  dueInMs: number
}

const NOT_BEGUN: ShowStep = {
  phase: 'waiting',
  version: 0,
  board: null,
  boardUserId: null,
  boardOf: 'event',
  resultsBoard: null,
  startRank: REVEAL_START_RANK,
  reached: null,
  isPodiumOpen: false,
  step: null,
  stepMs: 0,
  seed: 0,
  hasDecimals: null,
  dueInMs: 0,
}

/** The step that viewers see now, the steps to come, and perhaps a few older ones. */
export async function listSteps(db: Db, eventId: number): Promise<ShowStep[]> {
  return db
    .selectFrom('show_steps')
    .select([
      'phase',
      'version',
      'board',
      'board_user_id as boardUserId',
      'board_of as boardOf',
      'results_board as resultsBoard',
      'start_rank as startRank',
      'reached',
      'is_podium_open as isPodiumOpen',
      'step',
      'blur_ms as stepMs',
      'seed',
      'has_decimals as hasDecimals',
      // The same instant for all of them, so that steps due together are.
      sql<number>`greatest(0, ceil(
        extract(epoch from due_at - statement_timestamp()) * 1000
      ))::double precision`.as('dueInMs'),
    ])
    .where('event_id', '=', eventId)
    .orderBy('version')
    .execute()
}

export function findViewersStep(steps: readonly ShowStep[]): ShowStep {
  return steps.findLast(({ dueInMs }) => dueInMs === 0) ?? NOT_BEGUN
}

export function findOverlayStep(steps: readonly ShowStep[]): ShowStep {
  return steps.at(-1) ?? NOT_BEGUN
}

export interface StepToAdd {
  eventId: number
  step: ShowState & Pick<ShowStep, 'phase'>
  /** How long from now until it is due. */
  afterMs: number
  /** Whether to drop steps that are not due yet. */
  takesBack: boolean
  now: Date
}

/** Adds a step and announces it if it is due at once. Needs a transaction that has locked the show. */
export async function addStep(
  trx: Db,
  { eventId, step, afterMs, takesBack, now }: StepToAdd,
): Promise<void> {
  if (takesBack) {
    await trx
      .deleteFrom('show_steps')
      .where('event_id', '=', eventId)
      .where('due_at', '>', sql<Date>`clock_timestamp()`)
      .execute()
  }
  const { isDue } = await trx
    .insertInto('show_steps')
    .values({
      event_id: eventId,
      version: step.version,
      phase: step.phase,
      board: step.board,
      board_user_id: step.boardUserId,
      board_of: step.boardOf,
      results_board: step.resultsBoard,
      start_rank: step.startRank,
      reached: step.reached,
      is_podium_open: step.isPodiumOpen,
      step: step.step,
      blur_ms: step.stepMs,
      seed: step.seed,
      has_decimals: step.hasDecimals,
      // Never before the previous step, even if the delay was shortened meanwhile.
      due_at: sql<Date>`greatest(
        clock_timestamp() + make_interval(secs => ${afterMs / 1000}::double precision),
        (select max(due_at) from show_steps where event_id = ${eventId})
      )`,
    })
    .returning(sql<boolean>`due_at <= clock_timestamp()`.as('isDue'))
    .executeTakeFirstOrThrow()
  if (isDue) {
    await announceShown(trx, eventId, now)
  }
}

// Also locks the show's row, because a press deletes frozen boards.
const QUEUE: DueQueue = {
  from: sql`show_steps as job join shows on shows.event_id = job.event_id`,
  isWaiting: sql<boolean>`job.announced_at is null`,
  dueAt: sql<Date>`job.due_at`,
  now: () => sql<Date>`clock_timestamp()`,
}
const AT_ONCE = 20

export function openSteps(context: Pick<AppContext, 'db' | 'changes' | 'now' | 'warn'>): DueJobs {
  const { db, warn } = context
  return new DueJobs({
    name: 'steps of shows',
    db,
    warn,
    queue: QUEUE,
    take: () => announceDueSteps(context),
  })
}

/** Announces steps that are due now, and returns how many there were. */
export function announceDueSteps({
  changes,
  now,
}: Pick<AppContext, 'changes' | 'now'>): Promise<number> {
  return changes.transaction(async (trx) => {
    const ids = await claimDue(trx, QUEUE, AT_ONCE)
    if (ids.length > 0) {
      const steps = await trx
        .selectFrom('show_steps')
        .select('event_id')
        .distinct()
        .where('id', 'in', ids)
        .execute()
      for (const { event_id: eventId } of steps) {
        await announceShown(trx, eventId, now())
      }
    }
    return ids.length
  })
}

/** 10. Viewers see the last due step, and nobody needs earlier ones. */
async function announceShown(trx: Db, eventId: number, now: Date): Promise<void> {
  await checkEvent(trx, eventId)
  const shown = await trx
    .updateTable('show_steps')
    .set({ announced_at: sql<Date>`clock_timestamp()` })
    .where('event_id', '=', eventId)
    .where('version', '=', (steps) =>
      steps
        .selectFrom('show_steps')
        .select(({ fn }) => fn.max('version').as('version'))
        .where('event_id', '=', eventId)
        .where('due_at', '<=', sql<Date>`clock_timestamp()`),
    )
    .returning([
      ...(['version', 'phase', 'board_user_id as boardUserId'] as const),
      ...(['board_of as boardOf', 'results_board as resultsBoard'] as const),
    ])
    .executeTakeFirstOrThrow()
  const before = await trx
    .deleteFrom('show_steps')
    .where('event_id', '=', eventId)
    .where('version', '<', shown.version)
    .returning('phase')
    .execute()
  await forgetBoards(trx, eventId)
  const show = await trx
    .selectFrom('shows')
    .select(['is_sealed as isSealed', 'pauses_overlays as pausesOverlays'])
    .where('event_id', '=', eventId)
    .executeTakeFirstOrThrow()
  if (endsShow(shown)) {
    await openForGood(trx, eventId, now)
  }
  if (shown.phase === 'final' && shown.boardOf === 'table') {
    await noteTableShown(trx, eventId, now)
  }
  const isEnding = before.some(({ phase }) => phase === 'live') && shown.phase !== 'live'
  const wasOver = before.some(({ phase }) => phase === 'final')
  if (show.isSealed && (isEnding || wasOver || shown.phase === 'final')) {
    await announceHeldGames(trx, eventId)
  }
  announce(trx, [
    `show:${eventId}/viewers`,
    `show:${eventId}/organiser`,
    ...(show.pausesOverlays && isEnding ? await listPauseTopics(trx, eventId) : []),
  ])
}

/** The topics of the channel overlays that the event's show may pause. */
export async function listPauseTopics(trx: Db, eventId: number): Promise<Topic[]> {
  const participants = await trx
    .selectFrom('event_participants as participant')
    .innerJoin('channel_overlays as overlay', 'overlay.user_id', 'participant.user_id')
    .select('overlay.user_id as userId')
    .where('participant.event_id', '=', eventId)
    .execute()
  return participants.map(({ userId }) => `pause:${userId}` as const)
}
