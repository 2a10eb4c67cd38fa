import { Skeleton } from '@mantine/core'
import { PAGES } from '@rollcall/contract/pages'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Sentence } from '#texts/sentence.tsx'
import { Following } from '#ui/following.tsx'
import { formatAgo } from '#ui/format-instant.ts'
import { Columns, WidePage } from '#ui/layout/columns.tsx'
import { Quiet } from '#ui/layout/layout.tsx'
import { ChannelLink, channelAddress, EventLink, NameLink, nightAddress } from '#ui/links.tsx'
import { Panel } from '#ui/panel.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import classes from './news-panel.module.css'
import { type News, newsQuery, type OwnStream, showsToRevealQuery, visitQuery } from './queries.ts'
import { texts } from './texts.ts'
import { TodoPanel } from './todo-panel.tsx'

interface BadgeNames {
  readonly badgeName: (key: News['badges'][number]) => string
}

interface NewsProps extends BadgeNames {
  /** What is below what happened has not loaded, and would move the stream on a phone. */
  readonly isWaiting: boolean
  /** What is below what happened, and beside the stream. */
  readonly children: ReactNode
}

/**
 * What the reader has to do, what happened since the last visit, except on the first one, and beside it a streamer's own
 * stream.
 */
export function WithNews({ badgeName, isWaiting, children }: NewsProps) {
  const answer = useQuery(newsQuery)
  const { dataUpdatedAt: now, error, refetch } = answer
  const shows = useQuery(showsToRevealQuery)
  useQuery(visitQuery)
  // What a reader has to do is less than the news: if it does not load, nothing waits for it.
  const isPending = answer.isPending || (shows.isPending && shows.failureCount === 0)
  const data = isPending ? undefined : answer.data
  const { news, stream = null } = data ?? {}
  const main = (
    <>
      {isPending && (
        <Loading>
          <Skeleton height="9rem" radius="lg" />
        </Loading>
      )}
      {!isPending && <TodoPanel />}
      {!isPending && error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {news?.since != null && <Since {...{ news, since: news.since, badgeName, now }} />}
      <Following isWaiting={isPending}>{children}</Following>
    </>
  )
  return (
    <div className={classes.news}>
      <WidePage>
        {stream === null ? (
          main
        ) : (
          <Columns
            aside={
              <Following isWaiting={isWaiting}>
                <Stream stream={stream} now={now} />
              </Following>
            }
          >
            {main}
          </Columns>
        )}
      </WidePage>
    </div>
  )
}

interface SinceProps extends BadgeNames {
  readonly news: News
  readonly since: string
  readonly now: number
}

function Since({ news: { games, ranks, badges, events }, since, badgeName, now }: SinceProps) {
  const { news: words } = texts
  const isQuiet = games.total + ranks.length + badges.length + events.length === 0
  return (
    <Panel title={words.title}>
      <Quiet>
        <time dateTime={since}>{formatAgo(since, now)}</time>
      </Quiet>
      {isQuiet && <p className={classes.nothing}>{words.nothing}</p>}
      {!isQuiet && (
        <ul className={classes.lines} aria-label={words.title}>
          {games.total > 0 && <li>{words.games(games.total, games.won)}</li>}
          {events.map(({ name, token, rank }) => (
            <li key={token}>
              <Sentence
                text={rank === null ? words.event : words.eventRank(rank)}
                parts={{
                  event: (
                    <EventLink token={token}>
                      <bdi>{name}</bdi>
                    </EventLink>
                  ),
                }}
              />
            </li>
          ))}
          {ranks.map(({ channel, rank, before }) => (
            <li key={`${channel.platform} ${channel.login}`}>
              <Sentence
                text={words.rank(before, rank)}
                parts={{
                  channel: (
                    <ChannelLink channel={channel}>
                      <bdi>{channel.name}</bdi>
                    </ChannelLink>
                  ),
                }}
              />
            </li>
          ))}
          {badges.map((key, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a badge may be there twice, and has no state.
            <li key={index}>{words.badge(badgeName(key))}</li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Stream({ stream, now }: { readonly stream: OwnStream; readonly now: number }) {
  const { channel, today, games, companionSeenAt, hasOverlay } = stream
  const { stream: words } = texts
  return (
    <Panel title={words.title}>
      <dl className={classes.stream}>
        <dt>{words.channel}</dt>
        <dd>
          <NameLink to={channelAddress(channel)}>{words.page}</NameLink>
        </dd>
        <dt>{words.tonight}</dt>
        <dd>
          {games === 0 ? (
            words.noGames
          ) : (
            <NameLink to={nightAddress(channel, today)}>{words.games(games)}</NameLink>
          )}
        </dd>
        <dt>{words.companion}</dt>
        <dd>
          {companionSeenAt === null ? (
            <Link to={PAGES.download.path}>{words.never}</Link>
          ) : (
            <Link to={PAGES.myUploads.path}>{words.seen(formatAgo(companionSeenAt, now))}</Link>
          )}
        </dd>
        <dt>{words.overlay}</dt>
        <dd>
          <Link to={PAGES.overlays.path}>{hasOverlay ? words.hasOverlay : words.noOverlay}</Link>
        </dd>
      </dl>
    </Panel>
  )
}
