import { Skeleton } from '@mantine/core'
import { addressOf, cardOf, embedOf, PAGES } from '@rollcall/contract/pages'
import { qualifiedLogin, shownName } from '@rollcall/scoring/racer'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router'
import { useLive } from '#api/live.ts'
import { EventLines } from '#ui/board/event-lines.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { FirstFew } from '#ui/first-few.tsx'
import { Following } from '#ui/following.tsx'
import { Columns, WidePage } from '#ui/layout/columns.tsx'
import { Quiet, Stack } from '#ui/layout/layout.tsx'
import lines from '#ui/lines.module.css'
import { channelAddress, RacerLink } from '#ui/links.tsx'
import layout from '#ui/page.module.css'
import { PageError } from '#ui/page-error.tsx'
import { FIRST_ROWS } from '#ui/paged-list.tsx'
import { Panel } from '#ui/panel.tsx'
import { seasonName } from '#ui/season-name.ts'
import { SharePanel } from '#ui/share-panel.tsx'
import { Loading } from '#ui/states.tsx'
import { useTabName } from '#ui/tab-name.ts'
import { type BoardView, channelViewFromSearch, searchFromChannelView } from './board-view.ts'
import { ChannelBoard } from './channel-board.tsx'
import { ChannelGames } from './channel-games.tsx'
import { ChannelHead, HotThisWeek } from './channel-head.tsx'
import { useChannelPlaces } from './channel-places.tsx'
import { OffBoardsPanel } from './off-boards-panel.tsx'
import {
  boardQuery,
  type Channel,
  channelGamesQuery,
  channelKey,
  channelQuery,
  isOwnChannel,
  runsChannel,
} from './queries.ts'
import { texts } from './texts.ts'

/** Of champions, and of events. */
const FIRST = 2

export function ChannelPage() {
  const { channel: name = '' } = useParams()
  const [search] = useSearchParams()
  const view = channelViewFromSearch(search)
  const { data: channel, error, refetch } = useQuery(channelQuery(name))
  useFirstRows(name, view)
  useLive(channel ? `everyone/channel:${channel.id}` : null, channelKey(name))
  useTabName(channel?.channel.name)
  const address = channel && channelAddress(channel.channel)
  if (address !== undefined && address !== addressOf(PAGES.channel, { channel: name })) {
    // An earlier login, or other letter case.
    return <Navigate replace to={{ pathname: address, search: search.toString() }} />
  }
  return (
    <WidePage>
      {error && !channel && <PageError error={error} onRetry={() => void refetch()} />}
      {!channel && !error && (
        <Loading>
          <Skeleton height="3.5rem" />
          <Skeleton height="40rem" radius="lg" />
        </Loading>
      )}
      {channel && <ChannelView name={name} channel={channel} view={view} />}
    </WidePage>
  )
}

/** Asks for the board at the same time as for the channel. */
function useFirstRows(name: string, { of, mode }: BoardView) {
  const queryClient = useQueryClient()
  useEffect(() => {
    // Only the channel says which day is today.
    if (of === 'today' || of === 'week' || of === 'month') return
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
  const { channel, champions, events, hot, today } = page
  const games = useQuery(channelGamesQuery(name))
  const board = useQuery(boardQuery(name, { ...view, today }, FIRST_ROWS))
  const { isWaiting } = useChannelPlaces(name, { ...view, today })
  const params = { channel: qualifiedLogin(channel) }
  const search = searchFromChannelView(view)
  const show = (next: BoardView) =>
    void navigate({ search: searchFromChannelView(next) }, { preventScrollReset: true })
  return (
    <>
      <ChannelHead channel={page} />
      <Columns
        aside={
          <>
            <ChannelGames name={name} />
            <Following isWaiting={games.isLoading}>
              <SharePanel
                title={texts.sharing.title}
                page={addressOf(PAGES.channel, params) + search}
                picture={addressOf(cardOf(PAGES.channel), params) + search}
                alt={texts.sharing.alt(channel.name)}
                fileName={`${channel.login}.png`}
                embed={{
                  path: addressOf(embedOf(PAGES.channel), params) + search,
                  name: channel.name,
                }}
              />
            </Following>
            {isOwnChannel(channel.login) && (
              <Following isWaiting={games.isLoading}>
                <OnStream />
              </Following>
            )}
          </>
        }
      >
        <HotThisWeek hot={hot} />
        <ChannelBoard name={name} channel={page} view={view} onView={show} />
        <Following isWaiting={board.isLoading || isWaiting}>
          <Stack>
            <Stack columns="20rem">
              {champions.length > 0 && <Champions champions={champions} />}
              {events.length > 0 && <Events events={events} />}
            </Stack>
            {runsChannel(name) && <OffBoardsPanel channel={name} />}
          </Stack>
        </Following>
      </Columns>
    </>
  )
}

function OnStream() {
  const { title, text, overlays } = texts.onStream
  return (
    <Panel title={title}>
      <Quiet>{text}</Quiet>
      <ButtonLink to={PAGES.overlays.path} variant="default">
        {overlays}
      </ButtonLink>
    </Panel>
  )
}

/** One for each finished season, or several with equal points. */
function Champions({ champions }: Pick<Channel, 'champions'>) {
  const { title, of, all, points: pointsOf } = texts.champions
  return (
    <Panel title={title}>
      <FirstFew items={champions} first={FIRST} all={all}>
        {(shown) => (
          <ul className={lines.lines} aria-label={title}>
            {shown.map(({ season, points, racer }) => (
              <li key={`${season} ${racer.racer_name}`}>
                <span className={lines.name}>
                  <RacerLink racer={racer}>
                    <bdi>{shownName(racer)}</bdi>
                  </RacerLink>
                </span>
                <span className={layout.note}>{pointsOf(points)}</span>
                <p className={layout.note}>{of(seasonName(season))}</p>
              </li>
            ))}
          </ul>
        )}
      </FirstFew>
    </Panel>
  )
}

function Events({ events }: Pick<Channel, 'events'>) {
  const { title, all } = texts.events
  return (
    <Panel title={title}>
      <FirstFew items={events} first={FIRST} all={all}>
        {(shown) => <EventLines label={title} events={shown} />}
      </FirstFew>
    </Panel>
  )
}
