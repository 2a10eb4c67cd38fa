import { Switch, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { changeShowSettings, MAX_VIEWERS_DELAY_S, type ShowSettings } from '@rollcall/contract/show'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { storeAnswer } from '#api/store-answer.ts'
import { ConfirmDialog } from '#ui/dialogs.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { controlRoomQuery } from '../queries.ts'
import classes from './control-room.module.css'
import { texts } from './texts.ts'

const SWITCHES = ['isSealed', 'isPublic', 'isListed', 'pausesOverlays', 'holdsNames'] as const

interface ShowSettingsFormProps {
  readonly eventId: string
  readonly settings: ShowSettings
}

/** Each change takes effect at once. */
export function ShowSettingsForm({ eventId, settings }: ShowSettingsFormProps) {
  const client = useQueryClient()
  /** Changes that the server has not answered yet. */
  const [draft, setDraft] = useState<Partial<ShowSettings>>({})
  const [isUnsealing, setIsUnsealing] = useState(false)
  const shown = { ...settings, ...draft }
  const { mutate, error } = useMutation({
    // One after another, so that the last answer is the newest.
    scope: { id: `show-settings-${eventId}` },
    mutationFn: (body: Partial<ShowSettings>) =>
      callApi(changeShowSettings, { params: { id: eventId }, body }),
    onSuccess: (room) => storeAnswer(client, controlRoomQuery(eventId), room),
    onSettled: (_, __, sent) => setDraft((newest) => without(newest, sent)),
  })
  const change = (body: Partial<ShowSettings>) => {
    setDraft((others) => ({ ...others, ...body }))
    mutate(body)
  }
  return (
    <Panel title={texts.settings.title}>
      <div className={classes.switches}>
        {SWITCHES.map((name) => (
          <Switch
            key={name}
            {...texts.settings[name]}
            checked={shown[name]}
            onChange={({ currentTarget }) =>
              name === 'isSealed' && !currentTarget.checked
                ? setIsUnsealing(true)
                : change({ [name]: currentTarget.checked })
            }
          />
        ))}
        <DelayField
          seconds={shown.viewersDelayS}
          onChange={(viewersDelayS) => change({ viewersDelayS })}
        />
      </div>
      {error && <Notice message={sentenceOf(error)} />}
      <ConfirmDialog
        isOpen={isUnsealing}
        title={texts.settings.unsealQuestion}
        text={texts.settings.unsealResult}
        confirmLabel={texts.settings.unseal}
        onCancel={() => setIsUnsealing(false)}
        onConfirm={() => {
          setIsUnsealing(false)
          change({ isSealed: false })
        }}
      />
    </Panel>
  )
}

/** Removes answered changes from the draft, except those that have changed again. */
function without(
  newest: Partial<ShowSettings>,
  sent: Partial<ShowSettings>,
): Partial<ShowSettings> {
  return Object.fromEntries(
    Object.entries(newest).filter(([name, value]) => sent[name as keyof ShowSettings] !== value),
  )
}

interface DelayFieldProps {
  readonly seconds: number
  readonly onChange: (seconds: number) => void
}

/** Saved when the field is left, or with Enter. */
function DelayField({ seconds, onChange }: DelayFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? String(seconds)
  const entered = /^\d{1,2}$/.test(text.trim()) ? Number(text) : Number.NaN
  const isValid = entered <= MAX_VIEWERS_DELAY_S
  const save = () => {
    if (isValid) {
      setTyped(null)
      if (entered !== seconds) {
        onChange(entered)
      }
    }
  }
  return (
    <TextInput
      type="number"
      inputMode="numeric"
      min={0}
      max={MAX_VIEWERS_DELAY_S}
      className={classes.delay ?? ''}
      label={texts.settings.delay}
      description={texts.settings.delayHint}
      value={text}
      error={!isValid && texts.settings.delayProblem}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={save}
      onKeyDown={({ key }) => key === 'Enter' && save()}
    />
  )
}
