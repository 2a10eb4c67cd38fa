import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { MultiSelect } from '#ui/multi-select.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Streamer } from './event-draft.ts'
import { STREAMERS_SHOWN, streamersQuery } from './event-form-queries.ts'

interface StreamerSelectProps {
  readonly label: string
  readonly chosen: readonly Streamer[]
  readonly onChange: (chosen: readonly Streamer[]) => void
}

/** Chooses users out of however many there are: the server searches. */
export function StreamerSelect({ label, chosen, onChange }: StreamerSelectProps) {
  const [search, setSearch] = useState('')
  const found = useQuery(streamersQuery(search))
  const options = found.data?.usersWithLabel
  return (
    <MultiSelect
      label={label}
      placeholder="Search by name"
      chosen={chosen}
      onChange={onChange}
      options={options}
      search={search}
      onSearch={setSearch}
      isBusy={found.isFetching}
      note={
        (options?.length ?? 0) >= STREAMERS_SHOWN
          ? `The first ${STREAMERS_SHOWN} names. Type to find others.`
          : undefined
      }
    >
      {found.isError && (
        <Notice
          message={`The streamers could not be loaded: ${sentenceOf(found.error)}`}
          onRetry={() => void found.refetch()}
        />
      )}
    </MultiSelect>
  )
}
