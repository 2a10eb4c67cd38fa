import { VisuallyHidden } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import { Fragment, useCallback, useEffect, useRef, useState } from 'react'
import { formatNumber } from '#ui/format-number.ts'
import { Panel } from '#ui/panel.tsx'
import classes from './position-list.module.css'
import { LeavingRow, PositionRow } from './position-row.tsx'
import { type PositionDraft, withoutPosition } from './setup-draft.ts'
import type { ChangeDraft, SetupPartProps } from './setup-part.ts'

interface PositionListProps {
  readonly positions: readonly PositionDraft[]
  readonly problems: SetupPartProps['problems']
  readonly onChange: ChangeDraft
  readonly isReadOnly: boolean
}

/** A row that is gone already and still closing. */
interface Leaving extends PositionDraft {
  readonly position: number
  /** The row below it; null: none. */
  readonly beforeId: number | null
}

export function PositionList({ positions, problems, onChange, isReadOnly }: PositionListProps) {
  const list = useRef<HTMLOListElement>(null)
  const latest = useRef(positions)
  const isStill = useReducedMotion()
  const [leaving, setLeaving] = useState<readonly Leaving[]>([])
  const [said, setSaid] = useState('')
  // Those that were there from the start do not come in one by one.
  const [lastOfStart] = useState(() => Math.max(...positions.map(({ id }) => id)))

  useEffect(() => {
    const shownCount = latest.current.length
    latest.current = positions
    const firstAdded = positions[shownCount]
    if (firstAdded && list.current)
      list.current.scrollTop = rowOf(list.current, firstAdded.id).offsetTop
  }, [positions])

  const changeText = useCallback(
    (id: number, text: string) =>
      onChange((shown) => ({
        ...shown,
        positions: shown.positions.map((each) => (each.id === id ? { id, text } : each)),
      })),
    [onChange],
  )

  const remove = useCallback(
    (id: number) => {
      const shown = latest.current
      const index = shown.findIndex((each) => each.id === id)
      const gone = shown[index]
      const near = shown[index + 1] ?? shown[index - 1]
      if (!gone || !near) return
      // The button that has the focus goes; the last row that stays has none.
      const row = list.current && rowOf(list.current, near.id)
      row?.querySelector<HTMLElement>(shown.length > 2 ? 'button' : 'input')?.focus()
      const beforeId = shown[index + 1]?.id ?? null
      if (!isStill) {
        setLeaving((others) => [
          ...others.map((each) => (each.beforeId === id ? { ...each, beforeId } : each)),
          { ...gone, position: index + 1, beforeId },
        ])
      }
      setSaid(`Position ${index + 1} removed, ${formatNumber(shown.length - 1)} left.`)
      onChange((draft) => withoutPosition(draft, id))
    },
    [isStill, onChange],
  )

  const leavingBefore = (id: number | null) =>
    leaving
      .filter(({ beforeId }) => beforeId === id)
      .map((gone) => (
        <LeavingRow
          key={gone.id}
          position={gone.position}
          text={gone.text}
          onGone={() => setLeaving((rows) => rows.filter(({ id }) => id !== gone.id))}
        />
      ))

  return (
    <Panel title="Position Points">
      <p className={classes.count}>
        {positions.length === 1 ? '1 position' : `${formatNumber(positions.length)} positions`}
      </p>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <ol
        ref={list}
        className={classes.list}
        aria-label="Position Points"
        // Where no field can be focused, the list must be, to be scrolled by keyboard.
        {...(isReadOnly && { tabIndex: 0 })}
      >
        {positions.map(({ id, text }, index) => (
          <Fragment key={id}>
            {leaving.length > 0 && leavingBefore(id)}
            <PositionRow
              id={id}
              position={index + 1}
              text={text}
              problem={problems.get(`positions.${index}.points`) ?? null}
              canBeRemoved={positions.length > 1}
              isNew={id > lastOfStart}
              onText={changeText}
              onRemove={remove}
            />
          </Fragment>
        ))}
        {leavingBefore(null)}
      </ol>
    </Panel>
  )
}

function rowOf(list: HTMLOListElement, id: number): HTMLElement {
  const row = list.querySelector<HTMLElement>(`[data-row="${id}"]`)
  if (!row) throw new Error(`There is no row ${id}`)
  return row
}
