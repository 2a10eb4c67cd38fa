import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { Button } from '#ui/button.tsx'
import forms from '#ui/form.module.css'
import classes from './leaderboard-setup-page.module.css'
import {
  GAME_MODES,
  isAskedFor,
  type NumberField,
  POINT_RULES,
  type ReadDraft,
  type SetupDraft,
  withAddedPositions,
} from './setup-draft.ts'
import '@mantine/core/styles/Checkbox.layer.css'
import { MAX_NAME_LENGTH } from '@rollcall/scoring/configuration'
import { useState } from 'react'
import { formatCount } from '#ui/format-number.ts'
import { Panel } from '#ui/panel.tsx'

export function PointSettings(props: SetupPartProps) {
  const { draft, onChange } = props
  return (
    <div className={forms.form}>
      <NativeSelect
        label="Give Position Points on DNF"
        value={draft.givePositionPointsOnDNF ? 'Yes' : 'No'}
        onChange={({ currentTarget: { value } }) =>
          onChange((shown) => ({ ...shown, givePositionPointsOnDNF: value === 'Yes' }))
        }
        data={['No', 'Yes']}
      />
      {POINT_RULES.filter((rule) => isAskedFor(rule, draft.gameModes)).map(({ field, label }) => (
        <NumberInput key={field} {...props} label={label} field={field} />
      ))}
    </div>
  )
}

interface NameAndModesProps extends SetupPartProps {
  readonly isAdmin: boolean
}

export function NameAndModes({ draft, onChange, isAdmin }: NameAndModesProps) {
  return (
    <Panel title="Leaderboard">
      <div className={forms.form}>
        <TextInput
          label="Leaderboard Name"
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
          value={draft.name}
          onChange={({ currentTarget: { value } }) =>
            onChange((shown) => ({ ...shown, name: value }))
          }
        />
        <fieldset className={classes.modes}>
          <legend>Game Modes</legend>
          {GAME_MODES.map(({ mode, label }) => (
            <Checkbox
              key={mode}
              label={label}
              checked={draft.gameModes[mode]}
              onChange={({ currentTarget: { checked } }) =>
                onChange((shown) => ({
                  ...shown,
                  gameModes: { ...shown.gameModes, [mode]: checked },
                }))
              }
            />
          ))}
        </fieldset>
        {isAdmin && (
          <Checkbox
            label="Default"
            description="Everybody may use it, only admins may change it."
            checked={draft.isDefault}
            onChange={({ currentTarget: { checked } }) =>
              onChange((shown) => ({ ...shown, isDefault: checked }))
            }
          />
        )}
      </div>
    </Panel>
  )
}

const ADDING_FIELDS: readonly NumberField[] = ['multiplePositionsToAdd', 'pointDecrement']

interface Outcome {
  readonly text: string
  readonly isRefusal: boolean
}

export function AddPositions(props: SetupPartProps) {
  const { draft, problems, onChange } = props
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  function add(): void {
    const added = withAddedPositions(draft)
    if ('why' in added) {
      // Its field says it already.
      const isSaid = ADDING_FIELDS.some((field) => problems.get(field) === added.why)
      setOutcome(isSaid ? null : { text: added.why, isRefusal: true })
      return
    }
    onChange(() => added.draft)
    setOutcome({ text: addedText(added.count), isRefusal: false })
  }

  return (
    <div className={forms.form}>
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
  return `${formatCount(count, { one: 'position', other: 'positions' })} added.`
}

interface NumberInputProps extends SetupPartProps {
  readonly label: string
  readonly field: NumberField
  readonly min?: number
  readonly onEnter?: () => void
}

function NumberInput(props: NumberInputProps) {
  const { label, field, min, onEnter, draft, problems, onChange } = props
  return (
    <TextInput
      type="number"
      step={min === undefined ? 'any' : 1}
      {...(min !== undefined && { min })}
      label={label}
      autoComplete="off"
      error={problems.get(field) ?? null}
      value={draft.numbers[field]}
      onChange={({ currentTarget: { value } }) =>
        onChange((shown) => ({ ...shown, numbers: { ...shown.numbers, [field]: value } }))
      }
      // Scrolling past must not change the value.
      onWheel={({ currentTarget }) => currentTarget.blur()}
      onKeyDown={({ key }) => {
        if (key === 'Enter') {
          onEnter?.()
        }
      }}
    />
  )
}

export type ChangeDraft = (change: (shown: SetupDraft) => SetupDraft) => void

export interface SetupPartProps {
  readonly draft: SetupDraft
  readonly problems: ReadDraft['problems']
  readonly onChange: ChangeDraft
}
