import { Skeleton } from '@mantine/core'
import { addressOf, cardOf, PAGES } from '@rollcall/contract/pages'
import { qualifiedLogin } from '@rollcall/scoring/racer'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, Navigate, useParams } from 'react-router'
import { useLive } from '#api/live.ts'
import { useSessionToken } from '#api/session.ts'
import { Sentence } from '#texts/sentence.tsx'
import { HeldDaySentence } from '#ui/board/held-day.tsx'
import { OwnRow } from '#ui/board/own-row.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Figures } from '#ui/figures.tsx'
import { formatDays, formatInstant, formatLongDay, formatTimeOfDay } from '#ui/format-instant.ts'
import { formatNumber } from '#ui/format-number.ts'
import { Fact, Head } from '#ui/head.tsx'
import { Columns, WidePage } from '#ui/layout/columns.tsx'
import { Row } from '#ui/layout/layout.tsx'
import { ChannelLink, nightAddress } from '#ui/links.tsx'
import layout from '#ui/page.module.css'
import { PageError } from '#ui/page-error.tsx'
import { ShareButton } from '#ui/share-button.tsx'
import { SharePanel } from '#ui/share-panel.tsx'
import { EmptyState, Loading } from '#ui/states.tsx'
import { useTabName } from '#ui/tab-name.ts'
import { texts as shared } from '#ui/texts.ts'
import {
  BestGames,
  FirstThree,
  MostWins,
  NewFaces,
  NightGames,
  Records,
  SeasonChanges,
} from './night-parts.tsx'
import { texts } from './night-texts.ts'
import {
  channelKey,
  isOwnChannel,
  type Night,
  type NightRecap,
  nightQuery,
  type OwnPlace,
  ownPlaceQuery,
} from './queries.ts'

interface NightPageProps {
  /** What only the channel's streamer has. */
  readonly children: (channel: string, day: string) => ReactNode
}

/** What happened on a channel on one marble day. */
export function NightPage({ children }: NightPageProps) {
  const { channel: name = '', day = '' } = useParams()
  const { data: night, error, refetch } = useQuery(nightQuery(name, day))
  const isSignedIn = useSessionToken() !== null
  const board = { of: day, mode: 'all', today: '' } as const
  const own = useQuery({ ...ownPlaceQuery(name, board), enabled: isSignedIn })
  // Somebody's own place is on top, and would move everything below it.
  const isComplete = night !== undefined && !(isSignedIn && own.isPending)
  useLive(night ? `everyone/channel:${night.id}` : null, channelKey(name))
  useTabName(night && titleOf(night))
  const address = night && nightAddress(night.channel, night.day)
  if (address !== undefined && address !== addressOf(PAGES.night, { channel: name, day })) {
    // An earlier login, or other letter case.
    return <Navigate replace to={address} />
  }
  return (
    <WidePage>
      {error && !night && <PageError error={error} onRetry={() => void refetch()} />}
      {!isComplete && !error && (
        <Loading>
          <Skeleton height="6rem" />
          <Skeleton height="24rem" radius="lg" />
          <Skeleton height="30rem" radius="lg" />
        </Loading>
      )}
      {isComplete && <NightView night={night} own={isSignedIn ? own : null} />}
      {isComplete && isOwnChannel(night.channel.login) && children(name, day)}
    </WidePage>
  )
}

const titleOf = ({ channel, day }: Night) => texts.name(channel.name, formatDays(day))

interface NightViewProps {
  readonly night: Night
  /** The reader's row of the day's board; null: nobody is signed in. */
  readonly own: UseQueryResult<OwnPlace> | null
}

function NightView({ night, own }: NightViewProps) {
  const { held, recap } = night
  return (
    <>
      <NightHead night={night} />
      {held && (
        <p className={layout.hint}>
          <HeldDaySentence held={held} /> {recap !== null && shared.board.held.forYou}
        </p>
      )}
      {recap !== null && <Recap night={night} own={own} recap={recap} />}
    </>
  )
}

const isEmpty = ({ racers, latest }: NightRecap) => racers === 0 && latest.length === 0

function NightHead({ night }: { readonly night: Night }) {
  const { channel, day, beginsAt, endsAt, isRunning } = night
  return (
    <Head
      kind={
        <Sentence
          text={texts.kind}
          parts={{
            channel: (
              <ChannelLink channel={channel}>
                <bdi>{channel.name}</bdi>
              </ChannelLink>
            ),
          }}
        />
      }
      name={formatLongDay(day)}
      next={
        <>
          <ShareButton page={nightAddress(channel, day)} title={titleOf(night)} variant="default" />
          <OtherNights night={night} />
        </>
      }
    >
      <Fact>
        <Sentence
          text={isRunning ? texts.running : texts.time}
          parts={{
            from: <time dateTime={beginsAt}>{formatTimeOfDay(beginsAt)}</time>,
            until: (
              <time dateTime={endsAt}>
                {isRunning ? formatInstant(endsAt) : formatTimeOfDay(endsAt)}
              </time>
            ),
          }}
        />
      </Fact>
    </Head>
  )
}

function OtherNights({ night: { channel, previous, next } }: { readonly night: Night }) {
  return (
    (previous !== null || next !== null) && (
      <Row as="nav" gap="xs" align="stretch" aria-label={texts.beside}>
        {previous !== null && (
          <ButtonLink
            to={nightAddress(channel, previous)}
            variant="default"
            leftSection={<IconChevronLeft size={18} aria-hidden />}
          >
            {formatDays(previous)}
          </ButtonLink>
        )}
        {next !== null && (
          <ButtonLink
            to={nightAddress(channel, next)}
            variant="default"
            rightSection={<IconChevronRight size={18} aria-hidden />}
          >
            {formatDays(next)}
          </ButtonLink>
        )}
      </Row>
    )
  )
}

interface RecapProps extends NightViewProps {
  readonly recap: NightRecap
}

function Recap({ night, own, recap }: RecapProps) {
  const { games, racers, points, records, newFaces, heldBefore, seasons } = recap
  if (isEmpty(recap)) {
    return night.isRunning ? (
      <EmptyState message={texts.nothingYet}>{texts.nothingYetHint}</EmptyState>
    ) : (
      <EmptyState message={texts.nothing}>{texts.nothingHint}</EmptyState>
    )
  }
  const params = { channel: qualifiedLogin(night.channel), day: night.day }
  const gameCount = games.race + games.royale + games.tilt
  const list = recap.latest.length > 0 && <NightGames games={recap.latest} />
  return (
    <>
      <Columns
        aside={
          <>
            <BestGames recap={recap} />
            {seasons.map((season) => (
              <SeasonChanges key={season.season} change={season} />
            ))}
            {heldBefore && (
              <p className={layout.hint}>
                <HeldDaySentence held={heldBefore} /> {texts.season.held}
              </p>
            )}
            {records.length > 0 && <Records records={records} />}
            {newFaces.total > 0 && <NewFaces newFaces={newFaces} />}
          </>
        }
      >
        {own && own.data !== null && <OwnRow answer={own} formatPoints={formatNumber} />}
        {racers > 0 && <FirstThree night={night} recap={recap} />}
        {/* A night may have more games than its list, which then does not say who won most. */}
        {racers === 0 && recap.latest.length === gameCount && <MostWins games={recap.latest} />}
        <Figures
          figures={[
            { label: texts.figures.games, value: gameCount },
            ...(racers === 0
              ? []
              : [
                  { label: texts.figures.racers, value: racers },
                  { label: texts.figures.points, value: points },
                ]),
          ]}
        />
        <GoesOn night={night} goesOn={recap.goesOn} />
        {racers === 0 && list}
      </Columns>
      {racers > 0 && list}
      {!night.held && (
        <SharePanel
          title={texts.sharing.title}
          page={addressOf(PAGES.night, params)}
          picture={addressOf(cardOf(PAGES.night), params)}
          alt={texts.sharing.alt(titleOf(night))}
          fileName={`${night.channel.login}-${night.day}.png`}
        />
      )}
    </>
  )
}

interface GoesOnProps {
  readonly night: Night
  readonly goesOn: NightRecap['goesOn']
}

/** Leads to the other night of a stream that went across the change of day. */
function GoesOn({ night: { channel, previous, next }, goesOn }: GoesOnProps) {
  const parts = [
    goesOn.fromDayBefore && previous !== null && { text: texts.fromDayBefore, day: previous },
    goesOn.intoNextDay && next !== null && { text: texts.intoNextDay, day: next },
  ].filter((part) => part !== false)
  return (
    <>
      {parts.map(({ text, day }) => (
        <p key={day} className={layout.hint}>
          <Sentence text={text} parts={{ night: <NightLink to={nightAddress(channel, day)} /> }} />
        </p>
      ))}
    </>
  )
}

/** The words come from the sentence. */
function NightLink({ to, children }: { readonly to: string; readonly children?: string }) {
  return <Link to={to}>{children}</Link>
}
