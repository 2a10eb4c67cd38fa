import {
  ExportedSeasonChannel,
  exportSeasonDays,
  getOpeningSeason,
  getSeason,
  listTopRacers,
  pageOfSeasonDays,
} from '@rollcall/contract/seasons'
import type { SeasonBoards } from '../../domain/boards/season.ts'
import { findOpeningSeason } from '../../domain/standings/seasons.ts'
import { ApiError } from '../../edge/api-error.ts'
import type { AppContext } from '../../edge/app-context.ts'
import { portionsOf, sendExport } from '../../edge/send-export.ts'
import type { Serve } from '../../edge/serve-endpoint.ts'
import { type DaysOfSeasons, pageOfDays } from './season-days.ts'
import { findSeason, getSeasonPage, type ShownSeason } from './season-page.ts'
import { TopRacersOfSeasons } from './top-racers.ts'

export function serveSeasons(
  serve: Serve,
  context: AppContext,
  { seasonBoards, seasonDays }: { seasonBoards: SeasonBoards; seasonDays: DaysOfSeasons },
): void {
  const { db } = context
  const topRacers = new TopRacersOfSeasons(context)

  serve(getOpeningSeason, () => findOpeningSeason(db))

  serve(getSeason, async ({ params }) => {
    const shown = await findShown(params.season)
    return getSeasonPage(db, shown, await seasonBoards.of(shown.season))
  })

  serve(listTopRacers, async ({ params }) => topRacers.of((await findShown(params.season)).season))

  serve(pageOfSeasonDays, async ({ params, query }) => {
    const { season } = await findShown(params.season)
    return seasonDays.page({ season, ...query })
  })

  serve(exportSeasonDays, async ({ params, query: { of, format }, reply }) => {
    const { season } = await findShown(params.season)
    const { board } = await seasonDays.of({ season, of })
    // All at once, because the board changes while the file is sent.
    const { rows } = await pageOfDays(db, board, { page: 1, limit: Number.MAX_SAFE_INTEGER })
    return sendExport(reply, {
      format,
      name: ['season', season, of],
      row: ExportedSeasonChannel,
      rows: portionsOf(rows.map(({ rank, channel, points }) => ({ rank, ...channel, points }))),
    })
  })

  async function findShown(season: number): Promise<ShownSeason> {
    const shown = await findSeason(db, season)
    if (shown === null) {
      throw new ApiError('no_such_season')
    }
    return shown
  }
}
