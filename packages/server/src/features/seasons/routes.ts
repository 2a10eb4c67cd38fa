import { getOpeningSeason, getSeason, listTopRacers } from '@rollcall/contract/seasons'
import type { AppContext } from '../../app-context.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import type { SeasonBoards } from '../boards/season.ts'
import { findOpeningSeason } from '../standings/seasons.ts'
import { findSeason, getSeasonPage, type ShownSeason } from './season-page.ts'
import { openTopRacers } from './top-racers.ts'

export function serveSeasons(serve: Serve, context: AppContext, boards: SeasonBoards): void {
  const { db } = context
  const findTopRacers = openTopRacers(context)

  serve(getOpeningSeason, () => findOpeningSeason(db))

  serve(getSeason, async ({ params }) => {
    const shown = await findShown(params.season)
    return getSeasonPage(db, shown, await boards(shown.season))
  })

  serve(listTopRacers, async ({ params }) => findTopRacers((await findShown(params.season)).season))

  async function findShown(season: number): Promise<ShownSeason> {
    const shown = await findSeason(db, season)
    if (shown === null) {
      throw new ApiError('no_such_season')
    }
    return shown
  }
}
