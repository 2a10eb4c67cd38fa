import { listSeasons, pageOfLeaderboard } from '@rollcall/contract/leaderboards'
import { normalLogin } from '@rollcall/scoring/racer'
import type { AppContext } from '../../app-context.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import { getSettings } from '../admin/settings.ts'
import type { BoardsInMemory } from './boards-in-memory.ts'
import { listSeasonNumbers } from './queries.ts'

export function serveLeaderboards(
  serve: Serve,
  { db }: AppContext,
  { boards }: { boards: BoardsInMemory },
): void {
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
    const { channel, season, limit } = body
    const kept = await boards.find(season)
    if (kept === null) {
      return { data: [], totalPages: 0 }
    }
    const filter = normalLogin(channel.trim())
    const { rows, total } = kept.board.page({ ...body, filter })
    return { data: rows, totalPages: Math.ceil(total / limit) }
  })
}
