import type { ListedAdjustment } from '@rollcall/contract/events-adjustments'
import type { RacerLabel } from '@rollcall/scoring/racer'
import { shownName } from '@rollcall/scoring/racer'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import { answersAbout } from '#api/query-keys.ts'
import { Sentence } from '#texts/sentence.tsx'
import type { Done } from '#ui/done-message.tsx'
import { Modal } from '#ui/modal.tsx'
import { adjustmentInWords } from '#ui/points-terms/points-terms.tsx'
import type { BoardSoFar, RankedRacer } from '../board/event-leaderboard-view.ts'
import { adjustmentsQuery } from '../queries.ts'
import { AdjustButton } from './adjust-button.tsx'
import { AdjustForm, type MadeAdjustment } from './adjust-form.tsx'
import { AdjustmentsPanel, Name, takeBack } from './adjustments-panel.tsx'
import { texts } from './texts.ts'

interface Adjusting {
  /** As far as the reader may see them. */
  readonly adjustments: readonly ListedAdjustment[]
  /** Whether rows of this board can be adjusted. */
  readonly canAdjust: boolean
  /** The buttons of a row. */
  readonly rowAction: (row: RankedRacer) => ReactNode
  readonly dialog: ReactNode
  /** The list; null: there is none to show. */
  readonly panel: ReactNode
}

interface Params {
  readonly board: BoardSoFar
  /** Whether the reader has seen the whole board. */
  readonly isRevealed: boolean
  /** Must not change. */
  readonly rowAction: (racer: RacerLabel) => ReactNode
}

/** Adjusting rows of All Streamers, and the list of what was adjusted. */
export function useAdjusting(eventId: string, params: Params): Adjusting {
  const { board, isRevealed, rowAction } = params
  const client = useQueryClient()
  const { data } = useQuery(adjustmentsQuery(eventId))
  const [opened, setOpened] = useState<RankedRacer | 'anybody' | null>(null)
  const [done, setDone] = useState<Done | null>(null)
  const {
    adjustments,
    bonuses = [],
    mayAdjust,
  } = data ?? { adjustments: [], bonuses: [], mayAdjust: false }
  const canAdjust = mayAdjust && board.userId === null
  const changed = () => client.invalidateQueries({ queryKey: answersAbout('events') })
  const close = () => setOpened(null)
  const finish = async (adjusted: RacerLabel, made: MadeAdjustment) => {
    close()
    await changed()
    const what = adjustmentInWords(made)
    const parts = { racer: <Name of={adjusted} />, what: <span>{what}</span> }
    setDone({
      sentence: <Sentence text={texts.done} parts={parts} />,
      undo: {
        run: () => takeBack(eventId, made.id).then(changed),
        sentence: <Sentence text={texts.takenBack} parts={parts} />,
      },
    })
  }
  const withAdjust = useCallback(
    (each: RankedRacer) => (
      <>
        {rowAction(each)}
        {canAdjust && <AdjustButton row={each} onPress={setOpened} />}
      </>
    ),
    [rowAction, canAdjust],
  )
  const isListed = mayAdjust || (isRevealed && adjustments.length > 0)
  const row = opened === 'anybody' ? null : opened
  return {
    adjustments,
    canAdjust,
    rowAction: withAdjust,
    dialog: (
      <Modal
        isOpen={opened !== null}
        title={row === null ? texts.any : texts.of(shownName(row))}
        onClose={close}
      >
        {opened && (
          <AdjustForm
            eventId={eventId}
            bonuses={bonuses}
            row={row}
            board={board}
            formatPoints={board.formatPoints}
            onDone={(racer, made) => void finish(racer, made)}
            onClose={close}
          />
        )}
      </Modal>
    ),
    panel: isListed && (
      <AdjustmentsPanel
        {...{ eventId, adjustments, mayAdjust, done }}
        isElsewhere={board.userId !== null}
        onDone={setDone}
        onAdjust={mayAdjust ? () => setOpened('anybody') : null}
      />
    ),
  }
}
