import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatNumber } from '#ui/format-number.ts'
import classes from './leaderboard-setup-page.module.css'
import { NumberInput } from './number-input.tsx'
import { withAddedPositions } from './setup-draft.ts'
import type { SetupPartProps } from './setup-part.ts'

interface Outcome {
  readonly text: string
  readonly isRefusal: boolean
}

export function AddPositions(props: SetupPartProps) {
  const { draft, onChange } = props
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  function add(): void {
    const added = withAddedPositions(draft)
    if ('why' in added) {
      setOutcome({ text: added.why, isRefusal: true })
      return
    }
    onChange(() => added.draft)
    setOutcome({ text: addedText(added.count), isRefusal: false })
  }

  return (
    <div className={classes.fields}>
      <NumberInput
        {...props}
        label="Number of Positions"
        field="multiplePositionsToAdd"
        min={1}
        onEnter={add}
      />
      <NumberInput
        {...props}
        label="Point Decrement Per Placement Added"
        field="pointDecrement"
        onEnter={add}
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={add}>
          Add Positions
        </Button>
        <Button
          variant="default"
          onClick={() => {
            onChange((shown) => ({ ...shown, positions: shown.positions.slice(0, 1) }))
            setOutcome({ text: 'Only the first position is left.', isRefusal: false })
          }}
        >
          Clear
        </Button>
      </div>
      {outcome?.isRefusal && (
        <p className={classes.refusal} role="alert">
          {outcome.text}
        </p>
      )}
      <p className={classes.outcome} role="status">
        {outcome?.isRefusal === false && outcome.text}
      </p>
    </div>
  )
}

function addedText(count: number): string {
  return count === 1 ? '1 position added.' : `${formatNumber(count)} positions added.`
}
