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

/** Empty if no show concerns the channel. */
export function ConcerningShows() {
  const client = useQueryClient()
  const { data: shows = [], error, refetch } = useQuery(concerningShowsQuery)
  /** The switch that the server has not answered yet. */
  const [draft, setDraft] = useState<{ id: number; isAllowed: boolean } | null>(null)
  const allow = useMutation({
    mutationFn: ({ id, isAllowed }: { id: number; isAllowed: boolean }) =>
      callApi(allowShow, { params: { id: String(id) }, body: { isAllowed } }),
    onSettled: async () => {
      await client.invalidateQueries(concerningShowsQuery)
      setDraft(null)
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
                  checked={draft?.id === show.event.id ? draft.isAllowed : show.isAllowed}
                  onChange={({ currentTarget: { checked } }) => {
                    setDraft({ id: show.event.id, isAllowed: checked })
                    allow.mutate({ id: show.event.id, isAllowed: checked })
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
