/** Compares all answers with points with the plain recomputation. */
import { SORT_FIELDS, type SortColumn } from '@rollcall/contract/leaderboards'
import type { OwnReceipt } from '@rollcall/contract/uploads-mine'
import { compareBoard } from './compare-board.ts'
import { compareDashboards, compareLifetime } from './compare-dashboards.ts'
import { compareChat, compareOverlay } from './compare-racers.ts'
import { expectSame } from './first-difference.ts'
import { nowOn, type Stage, seasonsOn, sessionOf } from './stage.ts'
import { undoState } from './take-back.ts'
import { channelNames, channelOf } from './world.ts'

const COLUMNS = Object.keys(SORT_FIELDS) as SortColumn[]

/**
 * Compares the boards by points, and everybody's lifetime numbers.
 *
 * @throws Error with the first difference
 */
export async function compareNumbers(stage: Stage): Promise<void> {
  await Promise.all([
    ...seasonsOn(stage).map((season) =>
      compareBoard(stage, { season, sortBy: 'Total Points', orders: ['DESC'] }),
    ),
    ...peopleOn(stage).map((person) => compareLifetime(stage, person)),
  ])
}

/** @throws Error with the first difference */
export async function compareAll(stage: Stage): Promise<void> {
  await Promise.all([
    ...seasonsOn(stage).flatMap((season) =>
      COLUMNS.map((sortBy) => compareBoard(stage, { season, sortBy })),
    ),
    ...peopleOn(stage).flatMap((person) => [
      compareDashboards(stage, person),
      compareReceipts(stage, person),
      compareOverlay(stage, person),
    ]),
    ...channelNames(stage.world).map((login) => compareChat(stage, login)),
  ])
}

const peopleOn = ({ sessions }: Stage): string[] => [...sessions.keys()]

/** Compares the latest receipts. Refused uploads are left out: the model does not have them. */
async function compareReceipts(stage: Stage, person: string): Promise<void> {
  const { server, world } = stage
  const channel = channelOf(world, person)
  const answer = await server.ask({
    method: 'GET',
    url: '/api/uploads/receipts',
    headers: sessionOf(stage, person),
  })
  const shown = (answer.receipts as OwnReceipt[])
    .filter(({ outcome }) => outcome !== 'refused')
    .map(({ outcome, undoneAt, undo }) => ({ outcome, isUndone: undoneAt !== null, undo }))
  const own = world.receipts
    .filter((receipt) => receipt.channel === channel)
    .toSorted((a, b) => b.id - a.id)
  expectSame(
    `the receipts of ${person}`,
    shown,
    own.slice(0, shown.length).map((receipt) => ({
      outcome: receipt.outcome,
      isUndone: receipt.isUndone,
      undo: undoState(world, receipt, nowOn(stage)),
    })),
  )
}
