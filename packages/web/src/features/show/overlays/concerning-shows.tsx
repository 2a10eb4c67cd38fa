/** Other people's shows that pause the channel's overlay, with a switch against it. */
import { Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { allowShow } from '@rollcall/contract/show'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { concerningShowsQuery } from '../queries.ts'
import classes from './overlays-page.module.css'
import { texts } from './texts.ts'

const { pausing } = texts

interface Allowed {
  readonly id: number
  readonly isAllowed: boolean
}

/** Empty if no show concerns the channel. */
export function ConcerningShows() {
  const client = useQueryClient()
  const { data: shows = [], error, refetch } = useQuery(concerningShowsQuery)
  /** What the server has not answered yet, in the order of the presses. */
  const [draft, setDraft] = useState<readonly Allowed[]>([])
  const allow = useMutation({
    mutationFn: ({ id, isAllowed }: Allowed) =>
      callApi(allowShow, { params: { id: String(id) }, body: { isAllowed } }),
    // One after another, so that the last one holds.
    scope: { id: 'allow-show' },
    onSettled: async (_, __, sent) => {
      await client.invalidateQueries(concerningShowsQuery)
      setDraft((newest) => newest.filter((one) => one !== sent))
    },
  })
  return (
    <>
      {error && <Notice message={sentenceOf(error)} onRetry={() => void refetch()} />}
      {shows.length > 0 && (
        <Panel title={pausing.title}>
          <p>{pausing.lead}</p>
          <ul className={classes.shows}>
            {shows.map((show) => (
              <li key={show.event.id}>
                <Switch
                  label={pausing.allow(show.event.name, show.event.organiser.username)}
                  checked={
                    draft.findLast(({ id }) => id === show.event.id)?.isAllowed ?? show.isAllowed
                  }
                  onChange={({ currentTarget: { checked } }) => {
                    const pressed = { id: show.event.id, isAllowed: checked }
                    setDraft((before) => [...before, pressed])
                    allow.mutate(pressed)
                  }}
                />
              </li>
            ))}
          </ul>
          {allow.error && <Notice message={sentenceOf(allow.error)} />}
        </Panel>
      )}
    </>
  )
}
