import { Skeleton } from '@mantine/core'
import type { RacerChannel } from '@rollcall/contract/dashboard'
import { PAGES } from '@rollcall/contract/pages'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import cards from '#ui/cards.module.css'
import { formatNumber, UNKNOWN } from '#ui/format-number.ts'
import { Quiet } from '#ui/layout/layout.tsx'
import { BackLink } from '#ui/page-heading.tsx'
import { ForeignName, ProfileImage } from '#ui/person.tsx'
import { seasonName } from '#ui/season-name.ts'
import { EmptyState, LoadError, Loading } from '#ui/states.tsx'
import { ToggleButtons } from '#ui/toggle-buttons.tsx'
import {
  type ChannelOrder,
  channelName,
  channelOrders,
  inOrder,
  makeCaption,
  orderFromSearch,
  searchFromOrder,
} from './channel-order.ts'
import classes from './channels-page.module.css'
import { channelPath } from './dashboard-address.ts'
import { SectionHeading } from './dashboard-layout.tsx'
import {
  allSeasonsQuery,
  channelPositionsQuery,
  type Position,
  racerChannelsQuery,
} from './queries.ts'
import { sumKnown } from './sum-known.ts'
import { texts } from './texts.ts'

export function ChannelsPage() {
  return (
    <>
      <SectionHeading title={texts.channels.title} />
      <ChannelList season={null} />
    </>
  )
}

export function SeasonChannelsPage() {
  const { season = '' } = useParams()
  return (
    <>
      <BackLink to={PAGES.dashboardSeasons.path}>{texts.seasons.back}</BackLink>
      <SectionHeading title={seasonName(season)} />
      <ChannelList season={season} />
    </>
  )
}

const SKELETONS = [1, 2, 3, 4, 5, 6, 7, 8]

/** @param season null: all seasons */
function ChannelList({ season }: { readonly season: string | null }) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const order = orderFromSearch(search)
  const { data, isPending, isError, error, refetch } = useQuery(racerChannelsQuery(season))
  // They may take longer than the list, and the cards do without.
  const { data: positions } = useQuery(channelPositionsQuery(season))
  return (
    <>
      {isError && <LoadError error={error} onRetry={() => void refetch()} />}
      {!isError && data?.length !== 0 && (
        <div className={classes.orders}>
          <ToggleButtons
            label={texts.channels.order}
            choices={channelOrders}
            chosen={order}
            onChoose={(next) =>
              void navigate({ search: searchFromOrder(next) }, { preventScrollReset: true })
            }
            isSmall
          />
        </div>
      )}
      {isPending && (
        <Loading className={`${cards.grid} ${classes.cards}`}>
          {SKELETONS.map((number) => (
            <Skeleton key={number} height="8.5rem" radius="lg" />
          ))}
        </Loading>
      )}
      {data?.length === 0 && <NoChannels season={season} />}
      {data !== undefined && data.length > 0 && (
        <ul className={`${cards.grid} ${classes.cards}`}>
          {inOrder(data, order).map((channel) => (
            <li key={channel.id}>
              <ChannelCard
                channel={channel}
                season={season}
                order={order}
                position={positions?.get(channel.id) ?? null}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Says whether the season does not exist or just has no channels. */
function NoChannels({ season }: { readonly season: string | null }) {
  const { data: seasons } = useQuery({ ...allSeasonsQuery, enabled: season !== null })
  const isUnknown = season !== null && seasons?.every(({ id }) => id !== Number(season))
  if (isUnknown) {
    return (
      <EmptyState message={texts.channels.noSeason(season)}>
        {texts.channels.noSeasonHint}
      </EmptyState>
    )
  }
  return <EmptyState message={texts.channels.empty}>{texts.howNumbersCome}</EmptyState>
}

interface ChannelCardProps {
  readonly channel: RacerChannel
  readonly season: string | null
  readonly order: ChannelOrder
  /** null: the rank is unknown. */
  readonly position: Position | null
}

function ChannelCard({ channel, season, order, position }: ChannelCardProps) {
  const { facts, rank } = texts.channels
  const caption = makeCaption(channel, order)
  const name = season === null ? channel.channel.toLowerCase() : channel.channel
  return (
    <Link to={channelPath(name, season)} className={`${cards.card} ${cards.link} ${classes.card}`}>
      <ProfileImage src={channel.user?.profile_image_url ?? null} sizePx={56} />
      <span className={classes.text}>
        <span className={classes.name}>
          <ForeignName>{channelName(channel)}</ForeignName>
        </span>
        {caption !== null && (
          <Quiet as="span" className={classes.caption}>
            {caption}
          </Quiet>
        )}
      </span>
      <dl className={classes.facts}>
        {/* What the caption says is not said twice. */}
        {order.slug !== 'points' && (
          <div>
            <dt>{facts.points}</dt>
            <dd>{formatNumber(sumKnown(channel.race_points, channel.br_points))}</dd>
          </div>
        )}
        <div>
          <dt>{facts.rank}</dt>
          <dd>{position?.rank == null ? UNKNOWN : rank(position.rank, position.of)}</dd>
        </div>
        {order.slug !== 'races' && (
          <div>
            <dt>{facts.games}</dt>
            <dd>{formatNumber(sumKnown(channel.race_races, channel.br_races))}</dd>
          </div>
        )}
      </dl>
    </Link>
  )
}
