import { NativeSelect } from '@mantine/core'
import { useNavigate } from 'react-router'
import { channelPath, KEEPS_FOCUS } from './dashboard-address.ts'
import classes from './season-selector.module.css'

interface SeasonSelectorProps {
  readonly channelName: string
  /** null: all seasons. */
  readonly season: string | null
  /** Those that can be chosen; none yet while they load. */
  readonly seasons: readonly { readonly value: string; readonly label: string }[]
}

export function SeasonSelector({ channelName, season, seasons }: SeasonSelectorProps) {
  const navigate = useNavigate()
  // While they load, and of a season without races: what is shown must still be what is chosen.
  const isListed = season === null || seasons.some(({ value }) => value === season)
  return (
    <NativeSelect
      className={classes.selector ?? ''}
      label="Season"
      value={season ?? ''}
      onChange={({ currentTarget: { value } }) =>
        void navigate(channelPath(channelName, value === '' ? null : value), {
          state: KEEPS_FOCUS,
          preventScrollReset: true,
        })
      }
    >
      <option value="">Lifetime</option>
      {!isListed && <option value={season}>{`Season ${season}`}</option>}
      {seasons.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </NativeSelect>
  )
}
