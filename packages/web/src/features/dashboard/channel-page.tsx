import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { BackLink } from '#ui/back-link.tsx'
import { ForeignName } from '#ui/foreign-name.tsx'
import { ProfileImage } from '#ui/profile-image.tsx'
import classes from './channel-page.module.css'
import { CHANNELS_PATH, seasonPath } from './dashboard-address.ts'
import { LoadError } from './load-error.tsx'
import { channelSeasonsQuery, channelStatsQuery } from './queries.ts'
import { SeasonSelector } from './season-selector.tsx'
import { SectionHeading } from './section-heading.tsx'
import { StatsView } from './stats-view.tsx'

const PICTURE_PX = 72

export function ChannelPage() {
  const { channelName = '', season = null } = useParams()
  const stats = useQuery(channelStatsQuery(channelName, season))
  const seasons = useQuery(channelSeasonsQuery(channelName))
  const { data, isPending, isPlaceholderData } = stats
  const failed = [stats, seasons].filter(({ isError }) => isError)
  const error = failed[0]?.error
  const isBusy = isPending || isPlaceholderData
  return (
    <>
      {season === null ? (
        <BackLink to={CHANNELS_PATH}>Back to Channel List</BackLink>
      ) : (
        <BackLink to={seasonPath(season)}>{`Back to S${season} Channel List`}</BackLink>
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
      <VisuallyHidden role="status">{isBusy && 'Loading...'}</VisuallyHidden>
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
          className={classes.stats}
          aria-busy={isBusy}
          data-stale={isPlaceholderData || undefined}
        >
          <StatsView stats={data} />
        </div>
      )}
    </>
  )
}
