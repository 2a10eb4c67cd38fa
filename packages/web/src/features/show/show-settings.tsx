import { Switch } from '@mantine/core'
import '@mantine/core/styles/Switch.layer.css'
import { changeShowSettings, type ShowSettings } from '@rollcall/contract/show'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import classes from './control-room.module.css'
import { controlRoomQuery } from './queries.ts'

const SWITCHES: readonly {
  readonly name: keyof ShowSettings
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

/** Each switch takes effect at once. */
export function ShowSettingsForm({ eventId, settings }: ShowSettingsFormProps) {
  const client = useQueryClient()
  const { queryKey } = controlRoomQuery(eventId)
  /** What has been switched and not been answered yet. */
  const [draft, setDraft] = useState<Partial<ShowSettings>>({})
  const shown = { ...settings, ...draft }
  const change = useMutation({
    // One after the other: the last answer is the newest.
    scope: { id: `show settings ${eventId}` },
    mutationFn: ({ name, isOn }: { name: keyof ShowSettings; isOn: boolean }) =>
      callApi(changeShowSettings, { params: { id: eventId }, body: { [name]: isOn } }),
    onSuccess: (room) => client.setQueryData(queryKey, room),
    onSettled: (_, __, { name, isOn }) =>
      setDraft(({ [name]: last, ...others }) =>
        last === isOn || last === undefined ? others : { ...others, [name]: last },
      ),
  })
  return (
    <Panel title="Who sees what">
      <div className={classes.switches}>
        {SWITCHES.map(({ name, label, description }) => (
          <Switch
            key={name}
            label={label}
            description={description}
            checked={shown[name]}
            onChange={({ currentTarget }) => {
              const isOn = currentTarget.checked
              setDraft((others) => ({ ...others, [name]: isOn }))
              change.mutate({ name, isOn })
            }}
          />
        ))}
      </div>
      {change.error && <Notice message={sentenceOf(change.error)} />}
    </Panel>
  )
}
