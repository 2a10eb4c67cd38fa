import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { sentenceOf } from '#api/api-error.ts'
import { Notice } from '#ui/notice.tsx'
import classes from './event-form.module.css'
import { leaderboardOptionsQuery } from './event-form-queries.ts'

interface LeaderboardSelectProps {
  readonly label: string
  readonly chosen: number | null
  readonly onChoose: (leaderboard: number | null) => void
  /** Longer names are cut to so many characters. */
  readonly maxLabelLength?: number
}

function cut(label: string, maxLength: number | undefined): string {
  return [...label].slice(0, maxLength).join('')
}

export function LeaderboardSelect(props: LeaderboardSelectProps) {
  const { label, chosen, onChoose, maxLabelLength } = props
  const { data, isPending, isError, error, refetch } = useQuery(leaderboardOptionsQuery)
  // Somebody else's, of an event that an admin manages; and any while the list is not there.
  const isListed = chosen === null || data?.some(({ value }) => value === chosen)
  return (
    <div className={classes.stack}>
      <NativeSelect
        label={label}
        value={chosen ?? ''}
        aria-busy={isPending}
        onChange={({ currentTarget: { value } }) => onChoose(value === '' ? null : Number(value))}
      >
        <option value="">{isPending ? 'Loading...' : 'Please select'}</option>
        {!isListed && <option value={chosen}>The one chosen so far</option>}
        {data?.map((option) => (
          <option key={option.value} value={option.value}>
            {cut(option.label, maxLabelLength)}
          </option>
        ))}
      </NativeSelect>
      {isError && (
        <Notice
          message={`The leaderboards could not be loaded: ${sentenceOf(error)}`}
          onRetry={() => void refetch()}
        />
      )}
    </div>
  )
}
