import { Skeleton } from '@mantine/core'
import { shownName } from '@rollcall/scoring/racer'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router'
import { useLive } from '#api/live.ts'
import { EventLines } from '#ui/board/event-lines.tsx'
import { Figures } from '#ui/figures.tsx'
import { formatNumber } from '#ui/format-number.ts'
import lines from '#ui/lines.module.css'
import { channelAddress, RacerLink } from '#ui/links.tsx'
import layout from '#ui/page.module.css'
import { PageHeading } from '#ui/page-heading.tsx'
import { FIRST_ROWS } from '#ui/paged-list.tsx'
import { Panel } from '#ui/panel.tsx'
import { ProfileImage } from '#ui/person.tsx'
import { seasonName } from '#ui/season-name.ts'
import { SharePanel } from '#ui/share-panel.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import { useTabName } from '#ui/tab-name.ts'
import { type BoardView, channelViewFromSearch, searchFromChannelView } from './board-view.ts'
import { ChannelBoard } from './channel-board.tsx'
import { ChannelGames } from './channel-games.tsx'
import { ChannelHome } from './channel-home.tsx'
import classes from './channel-page.module.css'
import { boardQuery, type Channel, channelKey, channelQuery } from './queries.ts'
import { texts } from './texts.ts'

const PICTURE_PX = 56

export function ChannelPage() {
  const { channel: name = '' } = useParams()
  const [search] = useSearchParams()
  const view = channelViewFromSearch(search)
  const { data: channel, error, refetch } = useQuery(channelQuery(name))
  useFirstRows(name, view)
  useLive(channel ? `everyone/channel:${channel.id}` : null, channelKey(name))
  useTabName(channel?.channel.name)
  const address = channel && channelAddress(channel.channel)
  if (address !== undefined && address !== `/c/${encodeURIComponent(name)}`) {
    // An earlier login, or other letter case.
    return <Navigate replace to={{ pathname: address, search: search.toString() }} />
  }
  return (
    <div className={layout.page}>
      {error && !channel && <LoadError error={error} onRetry={() => void refetch()} />}
      {!channel && !error && (
        <Loading>
          <Skeleton height="3.5rem" />
          <Skeleton height="40rem" radius="lg" />
        </Loading>
      )}
      {channel && <ChannelView name={name} channel={channel} view={view} />}
    </div>
  )
}

/** Asks for the board at the same time as for the channel. */
function useFirstRows(name: string, { of, mode }: BoardView) {
  const queryClient = useQueryClient()
  useEffect(() => {
    // Only the channel says which day today is.
    if (of === 'today') return
    void queryClient.prefetchQuery(boardQuery(name, { of, mode, today: '' }, FIRST_ROWS))
  }, [queryClient, name, of, mode])
}

interface ChannelViewProps {
  /** The name in the address. */
  readonly name: string
  readonly channel: Channel
  readonly view: BoardView
}

function ChannelView({ name, channel: page, view }: ChannelViewProps) {
  const navigate = useNavigate()
  const { channel, season, numbers, champions, events } = page
  const address = channelAddress(channel)
  const search = searchFromChannelView(view)
  const show = (next: BoardView) =>
    void navigate({ search: searchFromChannelView(next) }, { preventScrollReset: true })
  return (
    <>
      <div className={classes.heading}>
        <ProfileImage src={channel.profileImageUrl} sizePx={PICTURE_PX} />
        <PageHeading title={channel.name}>
          <ChannelHome channel={channel} />
        </PageHeading>
      </div>
      <Figures
        figures={[
          { label: texts.figures.points(seasonName(season)), value: numbers?.points ?? null },
          { label: texts.figures.games, value: numbers?.games ?? null },
        ]}
      />
      <ChannelBoard name={name} channel={page} view={view} onView={show} />
      <ChannelGames name={name} />
      {champions.length > 0 && <Champions champions={champions} />}
      {events.length > 0 && <Events events={events} />}
      <SharePanel
        title={texts.sharing.title}
        page={address + search}
        picture={`${address}/card.png${search}`}
        alt={texts.sharing.alt(channel.name)}
        fileName={`${channel.login}.png`}
        embed={{ path: `/embed${address}${search}`, name: channel.name }}
      />
    </>
  )
}

/** One for each finished season, or several with equal points. */
function Champions({ champions }: Pick<Channel, 'champions'>) {
  const { title, of } = texts.champions
  return (
    <Panel title={title}>
      <ul className={lines.lines} aria-label={title}>
        {champions.map(({ season, points, racer }) => (
          <li key={`${season} ${racer.racer_name}`}>
            <span className={lines.name}>
              <RacerLink racer={racer}>
                <bdi>{shownName(racer)}</bdi>
              </RacerLink>
            </span>
            <span className={lines.figure}>{formatNumber(points)}</span>
            <p className={layout.note}>{of(seasonName(season))}</p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Events({ events }: Pick<Channel, 'events'>) {
  const { title } = texts.events
  return (
    <Panel title={title}>
      <EventLines label={title} events={events} />
    </Panel>
  )
}
