/** Admins leave games out of rankings, and let them count again (docs/scoring.md, Games that count). */
import type { ChannelGames } from '@rollcall/contract/channels'
import { expectSame } from './first-difference.ts'
import type { CountAgainStep, LeaveOutStep } from './history.ts'
import { channelNameOf, type Stage } from './stage.ts'
import { type Channel, channelCalled, type StoredGame } from './world.ts'

/** One of the channel's latest games. */
export async function leaveOut(stage: Stage, { of, back }: LeaveOutStep): Promise<void> {
  const channel = channelCalled(stage.world, channelNameOf(stage, of))
  if (channel === null || !channel.games.some(({ isRankable }) => isRankable)) {
    return
  }
  const url = `/api/channels/${channel.login}/games`
  const { latest }: ChannelGames = await stage.server.ask({ method: 'GET', url })
  const game = latest[Math.min(back, latest.length - 1)]
  const stored = channel.games.find(
    ({ mode, finishedAt, isRankable }) =>
      isRankable && mode === game?.mode && finishedAt.toISOString() === game.finishedAt,
  )
  if (game === undefined || stored === undefined) {
    throw new Error(`${url} lists no game of the model`)
  }
  await press(stage, { method: 'PUT', id: game.id })
  Object.assign(stored, { isRankable: false, leftOutAs: game.id })
}

export async function countAgain(stage: Stage, { of, back }: CountAgainStep): Promise<void> {
  const channel = channelCalled(stage.world, channelNameOf(stage, of))
  const leftOut = channel === null ? [] : listLeftOut(channel)
  const stored = leftOut[Math.min(back, leftOut.length - 1)]
  if (stored === undefined) {
    return
  }
  await press(stage, { method: 'DELETE', id: stored.leftOutAs ?? 0 })
  Object.assign(stored, { isRankable: true, leftOutAs: null })
}

const listLeftOut = ({ games }: Channel): StoredGame[] =>
  games.filter(({ leftOutAs = null }) => leftOutAs !== null)

async function press(
  { server, boss: headers }: Stage,
  { method, id }: { method: 'PUT' | 'DELETE'; id: number },
): Promise<void> {
  const url = `/api/admin/left-out-games/${id}`
  const body = method === 'PUT' ? { reason: 'wrong-result' } : undefined
  const { statusCode } = await server.call({ method, url, headers, ...(body && { body }) })
  expectSame(`the status of ${method} ${url}`, statusCode, 200)
}
