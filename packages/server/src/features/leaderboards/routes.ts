import type { BodyOf } from '@rollcall/contract/endpoint'
import { listSeasons, pageOfLeaderboard } from '@rollcall/contract/leaderboards'
import { normalLogin } from '@rollcall/scoring/racer'
import type { AppContext } from '../../app-context.ts'
import { type Serve, WrittenAnswer } from '../../http/serve-endpoint.ts'
import { getSettings } from '../admin/settings.ts'
import type { BoardAnswer, BoardsInMemory, KeptBoard } from './boards-in-memory.ts'
import { listSeasonNumbers } from './queries.ts'

/** Of one board; of 100 rows each they take some 6 MB. */
const MOST_ANSWERS = 256

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

  serve(pageOfLeaderboard, ({ body }) => {
    const answer = (kept: KeptBoard | null) =>
      kept === null ? { data: [], totalPages: 0 } : answerFrom(kept, body)
    const kept = boards.find(body.season)
    return kept instanceof Promise ? kept.then(answer) : answer(kept)
  })
}

/** Kept as it is sent while the board stays the same: most people ask for the same few pages. */
function answerFrom(
  { board, answers }: KeptBoard,
  { channel, page, limit, sortBy, sortOrder }: BodyOf<typeof pageOfLeaderboard>,
): BoardAnswer {
  const filter = channel === '' ? '' : normalLogin(channel.trim())
  const key = `${page} ${limit} ${sortBy} ${sortOrder} ${filter}`
  const known = answers.get(key)
  if (known !== undefined) {
    return known
  }
  const { rows, total } = board.page({ filter, page, limit, sortBy, sortOrder })
  const answer = new WrittenAnswer({ data: rows, totalPages: Math.ceil(total / limit) })
  if (answers.size >= MOST_ANSWERS) {
    answers.clear()
  }
  answers.set(key, answer)
  return answer
}
