import type { DivisionOfLeague } from '@rollcall/contract/divisions'
import { ToggleButtons } from '#ui/toggle-buttons.tsx'
import { texts } from './texts.ts'

interface DivisionChoiceProps {
  readonly divisions: readonly DivisionOfLeague[]
  /** How many rows the table with everybody has. */
  readonly total?: number | undefined
  /** null: everybody. */
  readonly chosen: number | null
  readonly onChoose: (division: number | null) => void
}

/** Whose table is shown; nothing without divisions. */
export function DivisionChoice({ divisions, total, chosen, onChoose }: DivisionChoiceProps) {
  if (divisions.length === 0) return null
  const choices = [
    { id: null, label: texts.everybody, count: total },
    ...divisions.map(({ id, name, total: count }) => ({ id, label: name, count })),
  ]
  return (
    <ToggleButtons
      label={texts.choice}
      choices={choices}
      chosen={choices.find(({ id }) => id === chosen) ?? null}
      onChoose={({ id }) => onChoose(id)}
    />
  )
}
