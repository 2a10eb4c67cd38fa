import { NativeSelect, Skeleton, VisuallyHidden } from '@mantine/core'
import { PAGES } from '@rollcall/contract/pages'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { ChannelLink } from '#ui/links.tsx'
import { BackLink } from '#ui/page-heading.tsx'
import { ForeignName, ProfileImage } from '#ui/person.tsx'
import { seasonName } from '#ui/season-name.ts'
import { LoadError } from '#ui/states.tsx'
import { useTabName } from '#ui/tab-name.ts'
import { channelPath, KEEPS_FOCUS, seasonPath } from './dashboard-address.ts'
import { SectionHeading } from './dashboard-layout.tsx'
import { channelSeasonsQuery, channelStatsQuery, lifetimeStatsQuery } from './queries.ts'
import classes from './stats-view.module.css'
import { StatsView } from './stats-view.tsx'
import { texts } from './texts.ts'

export function LifetimePage() {
  const { data, isPending, isError, error, refetch } = useQuery(lifetimeStatsQuery)
  return (
    <>
      <BackLink to={PAGES.dashboardSeasons.path}>{texts.seasons.back}</BackLink>
      <SectionHeading title={texts.seasons.lifetime} />
      {isError && <LoadError error={error} onRetry={() => void refetch()} />}
      {(data || isPending) && <StatsView stats={data} />}
    </>
  )
}

const PICTURE_PX = 72

export function ChannelStatsPage() {
  const { channelName = '', season = null } = useParams()
  const stats = useQuery(channelStatsQuery(channelName, season))
  const seasons = useQuery(channelSeasonsQuery(channelName))
  const { data, isPending, isPlaceholderData } = stats
  useTabName(data?.channel.name)
  const failed = [stats, seasons].filter(({ isError }) => isError)
  const error = failed[0]?.error
  const isBusy = isPending || isPlaceholderData
  return (
    <>
      {season === null ? (
        <BackLink to={PAGES.dashboardChannels.path}>{texts.channel.back}</BackLink>
      ) : (
        <BackLink to={seasonPath(season)}>{texts.channel.backToSeason(season)}</BackLink>
      )}
      <SectionHeading
        picture={
          isPending ? (
            <Skeleton height={PICTURE_PX} circle />
          ) : (
            <ProfileImage src={data?.channel.profileImageUrl ?? null} sizePx={PICTURE_PX} />
          )
        }
        title={<ForeignName>{data?.channel.name ?? channelName}</ForeignName>}
      >
        <SeasonSelector
          channelName={channelName}
          season={season}
          seasons={seasons.data?.seasonsWithLabel ?? []}
        />
      </SectionHeading>
      {(isPending || data?.channel.address) && (
        <p className={classes.publicPage}>
          {data?.channel.address ? (
            <ChannelLink channel={data.channel.address}>{texts.channel.publicPage}</ChannelLink>
          ) : (
            // Keeps the line.
            '\u00a0'
          )}
        </p>
      )}
      <VisuallyHidden role="status">{isPlaceholderData && texts.channel.loading}</VisuallyHidden>
      {error && (
        <LoadError
          error={error}
          onRetry={() => {
            for (const { refetch } of failed) void refetch()
          }}
        />
      )}
      {(data || isPending) && (
        <div
          className={classes.shown}
          aria-busy={isBusy}
          data-out-of-date={isPlaceholderData || undefined}
        >
          <StatsView stats={data} />
        </div>
      )}
    </>
  )
}

interface SeasonSelectorProps {
  readonly channelName: string
  readonly season: string | null
  readonly seasons: readonly {
    readonly value: string
    readonly label: string
    readonly number?: number | undefined
  }[]
}

function SeasonSelector({ channelName, season, seasons }: SeasonSelectorProps) {
  const navigate = useNavigate()
  // The current season must be an option even while the list loads, or if it has no races.
  const isListed = season === null || seasons.some(({ value }) => value === season)
  return (
    <NativeSelect
      className={classes.selector ?? ''}
      label={texts.channel.season}
      value={season ?? ''}
      onChange={({ currentTarget: { value } }) =>
        void navigate(channelPath(channelName, value === '' ? null : value), {
          state: KEEPS_FOCUS,
          preventScrollReset: true,
        })
      }
    >
      <option value="">{texts.seasons.lifetime}</option>
      {!isListed && <option value={season}>{seasonName(season)}</option>}
      {seasons.map(({ value, label, number }) => (
        <option key={value} value={value}>
          {number === undefined ? label : seasonName(number)}
        </option>
      ))}
    </NativeSelect>
  )
}
