/** What racers are called on event boards. docs/scoring.md, Racers. */
import type { BoardRow } from '@rollcall/scoring/board-row'
import type { Racer } from '@rollcall/scoring/racer'
import type { Db } from '../../database/schema.ts'
import { labelOf, looksOf } from '../standings/racer-looks.ts'
import type { StreamerResults } from './event-board.ts'

type Label = Pick<BoardRow, 'display_name' | 'merged_name' | 'color'>

/**
 * A streamer's rows with what their racers are called there.
 *
 * @param isAlone no other streamer takes part, so that the board is merged with none
 */
export async function nameRows(
  trx: Db,
  {
    channelId,
    results: { rows, racers },
    isAlone,
  }: { channelId: number; results: StreamerResults; isAlone: boolean },
): Promise<Iterable<BoardRow>> {
  const labels = new Map<string, Label>()
  for (const portion of portionsOf(racers)) {
    for (const look of await looksOf(trx, { channelId, racers: portion })) {
      const { racer_name, ...label } = labelOf(look)
      const isOther = !isAlone && look.nameAnywhere !== look.name
      labels.set(racer_name, { ...label, ...(isOther && { merged_name: look.nameAnywhere }) })
    }
  }
  return labelled(rows, labels)
}

/** Between them others are answered. */
const PORTION = 1_000

function* portionsOf(racers: Iterable<Racer>): Generator<Racer[]> {
  let portion: Racer[] = []
  for (const racer of racers) {
    portion.push(racer)
    if (portion.length === PORTION) {
      yield portion
      portion = []
    }
  }
  yield portion
}

function* labelled(
  rows: Iterable<BoardRow>,
  labels: ReadonlyMap<string, Label>,
): Generator<BoardRow> {
  for (const row of rows) {
    yield { ...row, ...labels.get(row.racer_name) }
  }
}
