import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { Button } from '#ui/button.tsx'
import forms from '#ui/form.module.css'
import { Quiet, Row, Stack } from '#ui/layout/layout.tsx'
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
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { MAX_NAME_LENGTH } from '@rollcall/scoring/configuration'
import { useState } from 'react'
import { Panel } from '#ui/panel.tsx'
import { texts } from './texts.ts'

const { adding, leaderboard, settings } = texts

const YES_OR_NO = [
  { value: 'No', label: settings.no },
  { value: 'Yes', label: settings.yes },
]

export function PointSettings(props: SetupPartProps) {
  const { draft, onChange } = props
  return (
    <div className={forms.form}>
      <NativeSelect
        label={settings.positionPointsOnDnf}
        value={draft.givePositionPointsOnDNF ? 'Yes' : 'No'}
        onChange={({ currentTarget: { value } }) =>
          onChange((shown) => ({ ...shown, givePositionPointsOnDNF: value === 'Yes' }))
        }
        data={YES_OR_NO}
      />
      {POINT_RULES.filter((rule) => isAskedFor(rule, draft.gameModes)).map(({ field }) => (
        <NumberInput key={field} {...props} field={field} />
      ))}
    </div>
  )
}

interface NameAndModesProps extends SetupPartProps {
  readonly isAdmin: boolean
}

export function NameAndModes({ draft, onChange, isAdmin }: NameAndModesProps) {
  return (
    <Panel title={leaderboard.title}>
      <div className={forms.form}>
        <TextInput
          label={leaderboard.name}
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
          value={draft.name}
          onChange={({ currentTarget: { value } }) =>
            onChange((shown) => ({ ...shown, name: value }))
          }
        />
        <Stack as="fieldset" gap="sm" className={classes.modes}>
          <legend>{leaderboard.modes}</legend>
          {GAME_MODES.map((mode) => (
            <Checkbox
              key={mode}
              label={leaderboard.mode[mode]}
              checked={draft.gameModes[mode]}
              onChange={({ currentTarget: { checked } }) =>
                onChange((shown) => ({
                  ...shown,
                  gameModes: { ...shown.gameModes, [mode]: checked },
                }))
              }
            />
          ))}
        </Stack>
        {isAdmin && (
          <Checkbox
            label={leaderboard.isDefault}
            description={leaderboard.defaultHint}
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
      setOutcome(added.isBesideField ? null : { text: added.why, isRefusal: true })
      return
    }
    onChange(() => added.draft)
    setOutcome({ text: adding.added(added.count), isRefusal: false })
  }

  return (
    <div className={forms.form}>
      <NumberInput {...props} field="multiplePositionsToAdd" min={1} onEnter={add} />
      <NumberInput {...props} field="pointDecrement" onEnter={add} />
      <Row gap="xs" align="stretch">
        <Button variant="default" onClick={add}>
          {adding.add}
        </Button>
        <Button
          variant="default"
          onClick={() => {
            onChange((shown) => ({ ...shown, positions: shown.positions.slice(0, 1) }))
            setOutcome({ text: adding.cleared, isRefusal: false })
          }}
        >
          {adding.clear}
        </Button>
      </Row>
      {outcome?.isRefusal && (
        <p className={classes.refusal} role="alert">
          {outcome.text}
        </p>
      )}
      <Quiet role="status">{outcome?.isRefusal === false && outcome.text}</Quiet>
    </div>
  )
}

interface NumberInputProps extends SetupPartProps {
  readonly field: NumberField
  readonly min?: number
  readonly onEnter?: () => void
}

function NumberInput(props: NumberInputProps) {
  const { field, min, onEnter, draft, problems, onChange } = props
  return (
    <TextInput
      type="number"
      step={min === undefined ? 'any' : 1}
      {...(min !== undefined && { min })}
      label={texts.fields[field]}
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
