import { NativeSelect } from '@mantine/core'
import type { Season } from '@rollcall/contract/leaderboards'
import { LookupField } from '#ui/lookup-field.tsx'
import { useSettledText } from '#ui/use-settled-text.ts'
import classes from './leaderboard-filters.module.css'
import { CHANNEL_MAX_LENGTH } from './leaderboard-view.ts'

const SEARCH_DEBOUNCE_MS = 1000

interface LeaderboardFiltersProps {
  /** undefined while loading or when that failed. */
  readonly seasons: readonly Season[] | undefined
  readonly season: Season | undefined
  readonly onSeason: (seasonId: number) => void
  readonly channel: string
  readonly onChannel: (channel: string) => void
}

export function LeaderboardFilters(props: LeaderboardFiltersProps) {
  const { seasons, season, onSeason, channel, onChannel } = props
  const lookup = useSettledText({
    value: channel,
    delayMs: SEARCH_DEBOUNCE_MS,
    onSettle: onChannel,
  })
  const placeholder = seasons?.length === 0 ? 'No seasons available' : 'Select a season'
  return (
    <search className={classes.filters}>
      <NativeSelect
        className={classes.season ?? ''}
        label="Season"
        disabled={!seasons?.length}
        value={season?.id ?? ''}
        onChange={({ currentTarget }) => onSeason(Number(currentTarget.value))}
      >
        {!season && <option value="">{placeholder}</option>}
        {seasons?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </NativeSelect>
      <LookupField
        what="channel"
        className={classes.lookup ?? ''}
        label="Lookup Channel"
        placeholder="Search by channel name"
        maxLength={CHANNEL_MAX_LENGTH}
        text={lookup.text}
        onText={lookup.setText}
      />
    </search>
  )
}
