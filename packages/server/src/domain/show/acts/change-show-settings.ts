import { changeShowSettings } from '@rollcall/contract/show'
import { ApiError } from '../../../edge/api-error.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { announce } from '../../../platform/changes/change-feed.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { checkEvent } from '../../standings/badge-checks.ts'
import { agreeToOwnSeal, announceHeldGames, forgetAnswers } from '../../visibility/held-games.ts'
import { isShowRunning } from '../../visibility/shown-step.ts'
import { changeShow, type ShowContext } from '../change-show.ts'
import { listPauseTopics } from '../steps.ts'
import type { StoredShow } from '../stored-show.ts'

export function serveChangeShowSettings(serve: Serve, context: ShowContext): void {
  serve(changeShowSettings, (call) =>
    changeShow(context, 'set up', call, async (trx, show) => {
      const { event, publicToken, overlayToken, settings } = show
      const { startRank, boardUserId, boardOf, ...changed } = call.body
      const chosen = {
        ...(startRank !== undefined && { startRank }),
        ...(boardUserId !== undefined && { boardUserId }),
        ...(boardOf !== undefined && { boardOf }),
      }
      await checkStart(trx, show, chosen)
      // Another device may have changed the other settings meanwhile.
      const after: StoredShow = {
        ...show,
        ...chosen,
        settings: {
          isSealed: changed.isSealed ?? settings.isSealed,
          isPublic: changed.isPublic ?? settings.isPublic,
          isListed: changed.isListed ?? settings.isListed,
          pausesOverlays: changed.pausesOverlays ?? settings.pausesOverlays,
          viewersDelayS: changed.viewersDelayS ?? settings.viewersDelayS,
          holdsNames: changed.holdsNames ?? settings.holdsNames,
        },
      }
      await storeSettings(trx, after)
      if (after.settings.isSealed !== settings.isSealed) {
        await (after.settings.isSealed
          ? agreeToOwnSeal(trx, event.id, context.now())
          : forgetAnswers(trx, event.id))
        await announceHeldGames(trx, event.id)
      }
      await checkEvent(trx, event.id)
      const isPauseChanged = after.settings.pausesOverlays !== settings.pausesOverlays
      announce(trx, [
        `show:${event.id}/viewers`,
        `show:${event.id}/overlay`,
        // Pages at these addresses may have lost access, or must show something else now.
        ...[publicToken, overlayToken]
          .filter((token) => token !== null)
          .map((token) => `link:${token}` as const),
        ...(isPauseChanged && (await isRunning(trx, event.id))
          ? await listPauseTopics(trx, event.id)
          : []),
      ])
      return {
        show: after,
        act: {
          act: 'show-settings',
          facts: {
            number: String(event.id),
            event: event.name,
            before: JSON.stringify(settings),
            after: JSON.stringify(after.settings),
          },
        },
      }
    }),
  )
}

async function storeSettings(
  trx: Db,
  { event, startRank, boardUserId, boardOf, settings }: StoredShow,
): Promise<void> {
  await trx
    .updateTable('shows')
    .set({
      start_rank: startRank,
      board_user_id: boardUserId,
      board_of: boardOf,
      is_sealed: settings.isSealed,
      is_public: settings.isPublic,
      is_listed: settings.isListed,
      pauses_overlays: settings.pausesOverlays,
      viewers_delay_s: settings.viewersDelayS,
      holds_names: settings.holdsNames,
    })
    .where('event_id', '=', event.id)
    .execute()
}

/** @throws {ApiError} if the show has begun, or if the streamer does not take part */
async function checkStart(
  trx: Db,
  { event, phase }: StoredShow,
  chosen: Partial<Pick<StoredShow, 'startRank' | 'boardUserId' | 'boardOf'>>,
): Promise<void> {
  if (Object.keys(chosen).length === 0) {
    return
  }
  if (phase !== 'waiting') {
    throw new ApiError('show_has_begun')
  }
  if (typeof chosen.boardUserId === 'number') {
    const participant = await trx
      .selectFrom('event_participants')
      .select('user_id')
      .where('event_id', '=', event.id)
      .where('user_id', '=', chosen.boardUserId)
      .executeTakeFirst()
    if (participant === undefined) {
      throw new ApiError('streamer_not_in_event')
    }
  }
}

async function isRunning(trx: Db, eventId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('shows as show')
    .select(isShowRunning.as('isRunning'))
    .where('show.event_id', '=', eventId)
    .executeTakeFirst()
  return row?.isRunning ?? false
}
