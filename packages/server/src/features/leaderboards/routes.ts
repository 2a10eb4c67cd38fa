import { listSeasons, pageOfLeaderboard } from '@rollcall/contract/leaderboards'
import { normalLogin } from '@rollcall/scoring/racer'
import type { AppContext } from '../../app-context.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import { getSettings } from '../admin/settings.ts'
import { listSeasonNumbers, pageOfSeason } from './queries.ts'

export function serveLeaderboards(serve: Serve, { db }: AppContext): void {
  serve(listSeasons, async () => {
    const { season: current } = await getSettings(db)
    const numbers = await listSeasonNumbers(db, { current })
    return numbers.map((number) => ({
      id: number,
      name: `Season ${number}`,
      selected: number === current,
    }))
  })

  serve(pageOfLeaderboard, async ({ body }) => {
    const { channel, season, page, limit, sortBy, sortOrder } = body
    const filter = normalLogin(channel.trim())
    const { rows, total } = await pageOfSeason(db, {
      season,
      filter,
      sortBy,
      sortOrder,
      page,
      limit,
    })
    return { data: rows, totalPages: Math.ceil(total / limit) }
  })
}
