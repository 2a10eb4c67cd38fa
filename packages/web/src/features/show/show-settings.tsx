import { Switch, TextInput } from '@mantine/core'
import '@mantine/core/styles/Switch.layer.css'
import { changeShowSettings, MAX_VIEWERS_DELAY_S, type ShowSettings } from '@rollcall/contract/show'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { ConfirmDialog } from '#ui/dialogs.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import classes from './control-room.module.css'
import { controlRoomQuery } from './queries.ts'

const SWITCHES: readonly {
  readonly name: Exclude<keyof ShowSettings, 'viewersDelayS'>
  readonly label: string
  readonly description: string
}[] = [
  {
    name: 'isSealed',
    label: 'Results sealed until the reveal',
    description:
      "Participants see only what the show has uncovered. Other events show your games, and those of streamers who agree, only after the show or a week after the event's end; with two sealed events on the same days, both organisers see the results before either show. Season totals, ranks by season points and points by day stay public.",
  },
  {
    name: 'isPublic',
    label: 'Public page',
    description: 'Anybody with the link can look, without signing in.',
  },
  {
    name: 'isListed',
    label: 'Search engines may list the public page',
    description: 'Off: only people you give the link to find it.',
  },
  {
    name: 'pausesOverlays',
    label: "Pause the channels' overlays during the show",
    description:
      "Season standings and a channel's points of the day stay public; this hides them on stream.",
  },
]

interface ShowSettingsFormProps {
  readonly eventId: string
  readonly settings: ShowSettings
}

/** Each change takes effect at once. */
export function ShowSettingsForm({ eventId, settings }: ShowSettingsFormProps) {
  const client = useQueryClient()
  const { queryKey } = controlRoomQuery(eventId)
  /** What has been changed and not been answered yet. */
  const [draft, setDraft] = useState<Partial<ShowSettings>>({})
  const [isUnsealing, setIsUnsealing] = useState(false)
  const shown = { ...settings, ...draft }
  const { mutate, error } = useMutation({
    // One after the other: the last answer is the newest.
    scope: { id: `show settings ${eventId}` },
    mutationFn: (body: Partial<ShowSettings>) =>
      callApi(changeShowSettings, { params: { id: eventId }, body }),
    onSuccess: (room) => client.setQueryData(queryKey, room),
    onSettled: (_, __, sent) => setDraft((newest) => without(newest, sent)),
  })
  const change = (body: Partial<ShowSettings>) => {
    setDraft((others) => ({ ...others, ...body }))
    mutate(body)
  }
  return (
    <Panel title="Who sees what">
      <div className={classes.switches}>
        {SWITCHES.map(({ name, label, description }) => (
          <Switch
            key={name}
            label={label}
            description={description}
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
        title="Switch the seal off?"
        text="Held games open to everybody in every event, for good. If you seal the event again, streamers have to agree again."
        confirmLabel="Switch off"
        onCancel={() => setIsUnsealing(false)}
        onConfirm={() => {
          setIsUnsealing(false)
          change({ isSealed: false })
        }}
      />
    </Panel>
  )
}

/** What was not changed once more meanwhile is as it was answered. */
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
      label="Viewers' pages follow this many seconds later"
      description="Viewers get your stream 5 to 20 seconds late. Enter that delay, and the public page, chat and pictures won't spoil it. It applies from your next press."
      value={text}
      error={!isValid && `Enter a whole number from 0 to ${MAX_VIEWERS_DELAY_S}.`}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={save}
      onKeyDown={({ key }) => key === 'Enter' && save()}
    />
  )
}
