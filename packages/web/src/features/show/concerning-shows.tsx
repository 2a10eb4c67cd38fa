/** Shows of others that pause the channel's overlay, and the switch that ends it. */
import { Switch } from '@mantine/core'
import '@mantine/core/styles/Switch.layer.css'
import { allowShow } from '@rollcall/contract/show'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import classes from './overlays-page.module.css'
import { concerningShowsQuery } from './queries.ts'

/** Nothing where no show concerns the channel. */
export function ConcerningShows() {
  const client = useQueryClient()
  const { data: shows = [], error, refetch } = useQuery(concerningShowsQuery)
  /** What has been switched and not been answered yet. */
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
        <Panel title="Shows that pause your overlay">
          <p>You take part in these events, which others run.</p>
          <ul className={classes.shows}>
            {shows.map((show) => (
              <li key={show.event.id}>
                <Switch
                  label={`Let the show of ${show.event.name}, by ${show.event.organiser.username}, pause your overlay while it is live`}
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
