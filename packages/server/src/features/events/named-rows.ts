/** What racers are called on event boards. docs/scoring.md, Racers. */
import type { BoardRow } from '@rollcall/scoring/board-row'
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
    results: { rows, listRacers },
    isAlone,
  }: { channelId: number; results: StreamerResults; isAlone: boolean },
): Promise<Iterable<BoardRow>> {
  const racers = listRacers()
  const looks = await looksOf(trx, { channelId, racers })
  const labels = new Map<string, Label>()
  for (const [index, racer] of racers.entries()) {
    const look = looks[index]
    if (look !== undefined) {
      const { racer_name, ...label } = labelOf(racer, look)
      const isOther = !isAlone && look.nameAnywhere !== look.name
      labels.set(racer_name, { ...label, ...(isOther && { merged_name: look.nameAnywhere }) })
    }
  }
  return labelled(rows, labels)
}

function* labelled(
  rows: Iterable<BoardRow>,
  labels: ReadonlyMap<string, Label>,
): Generator<BoardRow> {
  for (const row of rows) {
    yield { ...row, ...labels.get(row.racer_name) }
  }
}
