import type { LeagueRow, Round } from '@rollcall/contract/leagues'
import { isHiddenRacer, shownName } from '@rollcall/scoring/racer'
import { type ReactNode, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Row } from '#ui/layout/layout.tsx'
import { Modal } from '#ui/modal.tsx'
import { countingRounds } from '../league-table.tsx'
import type { AskedCell } from './queries.ts'
import { texts } from './texts.ts'

const { cell: words } = texts

interface CellsParams {
  readonly rounds: readonly Round[]
  /** Explains the cell, whose result the table has. */
  readonly explain: (asked: AskedCell, value: number) => ReactNode
  /** The id of the reader's own row: a hidden racer's results open only for them. */
  readonly own?: string | undefined
}

interface Cells {
  /** For the table. */
  readonly cells: {
    readonly opens: (row: LeagueRow) => boolean
    readonly onCell: (row: LeagueRow, index: number) => void
  }
  readonly dialog: ReactNode
}

interface Opened {
  readonly row: LeagueRow
  readonly index: number
}

/** Where a result comes from, once somebody presses it. */
export function useCells({ rounds, explain, own }: CellsParams): Cells {
  const [opened, setOpened] = useState<Opened | null>(null)
  const round = opened && countingRounds(rounds)[opened.index]
  const close = () => setOpened(null)
  const cells: Cells['cells'] = {
    opens: (row) => !isHiddenRacer(row.racer_name) || row.id === own,
    onCell: (row, index) => setOpened({ row, index }),
  }
  return {
    cells,
    dialog: (
      <Modal
        isOpen={opened !== null}
        title={opened && round ? words.title(shownName(opened.row), round.name) : ''}
        onClose={close}
      >
        {opened && round && explain(askedOf(opened.row, round), valueIn(opened))}
        <Row justify="flex-end">
          <Button variant="default" onClick={close}>
            {words.close}
          </Button>
        </Row>
      </Modal>
    ),
  }
}

const askedOf = ({ id, racer_name }: LeagueRow, { eventId }: Round): AskedCell => ({
  ...{ row: id, racer: racer_name },
  round: String(eventId),
})

const valueIn = ({ row, index }: Opened) => row.cells[index]?.value ?? 0
