import { type SeasonChange, undoSeasonChange } from '@rollcall/contract/admin'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callApi } from '#api/call-api.ts'
import { storeAnswer } from '#api/store-answer.ts'
import { type Done, DoneMessage } from '#ui/done-message.tsx'
import { formatInstant } from '#ui/format-instant.ts'
import { Panel } from '#ui/panel.tsx'
import { LoadError } from '#ui/states.tsx'
import { seasonStateQuery, settingsQuery } from './queries.ts'
import { texts } from './texts.ts'

const { settings: words } = texts

/** When the season last changed, and either an Undo or why that is no longer possible. */
export function LastSeasonChange() {
  const { data, error, refetch } = useQuery(seasonStateQuery)
  const change = data?.lastChange ?? null
  if (error) {
    return <LoadError error={error} onRetry={() => void refetch()} />
  }
  return (
    change && (
      <Panel title={words.lastChange}>
        <Change key={change.at} change={change} />
      </Panel>
    )
  )
}

function Change({ change }: { readonly change: SeasonChange }) {
  const queryClient = useQueryClient()
  const { from, to, at, final } = change
  const done = useMemo((): Done => {
    const sentence = words.hasChanged(from, to, formatInstant(at))
    if (final !== null) {
      return { sentence: `${sentence} ${words.isFinal[final]}` }
    }
    const run = async () => {
      try {
        const { settings } = await callApi(undoSeasonChange, { body: { season: to } })
        await storeAnswer(queryClient, settingsQuery, settings)
      } catch (error) {
        void queryClient.invalidateQueries({ queryKey: seasonStateQuery.queryKey })
        throw error
      }
    }
    return {
      sentence: `${sentence} ${words.undoneUntil}`,
      undo: { run, sentence: words.isUndone(from) },
    }
  }, [at, final, from, queryClient, to])
  return <DoneMessage done={done} />
}
