import { Skeleton } from '@mantine/core'
import type { ResponseOf } from '@rollcall/contract/endpoint'
import { addressOf, cardOf, embedOf, PAGES } from '@rollcall/contract/pages'
import type { getPublicEvent } from '@rollcall/contract/show-links'
import type { Duel, ShowRow, ShowView } from '@rollcall/contract/show-view'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useLive } from '#api/live.ts'
import { Sentence } from '#texts/sentence.tsx'
import { PagePodium } from '#ui/board/page-podium.tsx'
import { RowList } from '#ui/board/row-list.tsx'
import { type ShownMotion, useRevealMotion } from '#ui/board/use-reveal-motion.ts'
import { Button } from '#ui/button.tsx'
import { EmbedField } from '#ui/embed-field.tsx'
import { formatInstantInZone, formatUntil } from '#ui/format-instant.ts'
import { type FormatPoints, pointsFormat } from '#ui/format-number.ts'
import { Columns, WidePage } from '#ui/layout/columns.tsx'
import { RacerLink, StreamerLink } from '#ui/links.tsx'
import { PageError } from '#ui/page-error.tsx'
import { useAskedRows } from '#ui/paged-list.tsx'
import { Panel } from '#ui/panel.tsx'
import { SharePanel } from '#ui/share-panel.tsx'
import { Loading } from '#ui/states.tsx'
import { useTabName } from '#ui/tab-name.ts'
import { announceMove } from '../announcement.ts'
import { showView } from '../queries.ts'
import { revealState } from '../show-rows.ts'
import { texts as duelTexts } from '../stage/duel-texts.ts'
import { Adjustments } from './adjustments.tsx'
import { comingShow } from './coming-show.ts'
import { EventHead } from './event-head.tsx'
import { EventPlaces, useEventPlaces } from './places.tsx'
import classes from './public-event-page.module.css'
import {
  publicBoardKey,
  publicEventKey,
  publicEventQuery,
  publicKey,
  publicShowQuery,
} from './queries.ts'
import { RulesPanel } from './rules-panel.tsx'
import { StreamersPanel } from './streamers-panel.tsx'
import { texts } from './texts.ts'
import { useReplay } from './use-replay.ts'
import { WholeBoard } from './whole-board.tsx'

/** Rows during the show: the one just uncovered, with some above and below it. */
const ROWS_DURING = 16
const PODIUM_NAME_LINES = 9

export function PublicEventPage() {
  const { token = '' } = useParams()
  const client = useQueryClient()
  const query = publicShowQuery(token)
  const { data: view, error, refetch } = useQuery(query)
  const about = useQuery(publicEventQuery(token, { isOn: view !== undefined && isBefore(view) }))
  const places = useEventPlaces(token, { isOver: view?.scene === 'final' })
  useLive(view ? `link/show:${token}` : null, publicKey(token), (next) => {
    // Not at each step: then, nothing of it changes.
    if (next.scene !== view?.scene || next.version === view.version) {
      void client.invalidateQueries({ queryKey: publicEventKey(token) })
    }
    showView(client, query.queryKey, next)
    void client.invalidateQueries({ queryKey: publicBoardKey(token) })
  })
  useTabName(view?.event.name)
  // Once it is drawn, it stays: at the end of a show, places are still to come.
  const [isDrawn, setIsDrawn] = useState(false)
  const isReady = view !== undefined && (isDrawn || !(about.isPending || places.isWaiting))
  if (isReady && !isDrawn) {
    setIsDrawn(true)
  }
  return (
    <WidePage>
      {error && !view && <PageError error={error} onRetry={() => void refetch()} />}
      {!isReady && (view || !error) && (
        <Loading>
          <Skeleton height="6rem" />
          <Skeleton height="24rem" radius="lg" />
        </Loading>
      )}
      {isReady && (
        <EventView
          token={token}
          view={view}
          about={about.data ?? null}
          now={about.dataUpdatedAt || Date.now()}
          places={places}
        />
      )}
    </WidePage>
  )
}

interface EventViewProps {
  readonly token: string
  readonly view: ShowView
  /** null: it did not load. */
  readonly about: ResponseOf<typeof getPublicEvent> | null
  readonly now: number
  readonly places: ReturnType<typeof useEventPlaces>
}

function EventView(props: EventViewProps) {
  const { token, view, about, now } = props
  const { scene } = view
  const motion = useRevealMotion(revealState(view))
  const replay = useReplay(token, view)
  const asked = useAskedRows()
  const isReplaying = replay.shown !== null
  const isRevealing = scene === 'reveal' || isReplaying
  return (
    <>
      <EventHead
        token={token}
        view={view}
        series={about?.series ?? null}
        now={now}
        hidesWinner={isReplaying}
        next={replay.press && <ReplayButtons replay={replay} />}
      />
      {/* Before and afterwards, the page says it in another place too. */}
      <p role="status" className={isRevealing ? classes.status : classes.unseen}>
        {replay.shown ? replay.announcement : !motion.isClearing && announceMove(view)}
      </p>
      <Columns aside={<Aside {...props} isRevealing={isRevealing} />}>
        {isBefore(view) && <Before {...props} />}
        {scene === 'reveal' && <During view={view} rows={view.rows} motion={motion} />}
        {replay.shown && <During view={view} {...replay.shown} />}
        {(scene === 'podium' || scene === 'final') && !isReplaying && (
          <Results {...props} asked={asked} isRising={motion.hasPodiumRisen || replay.hasEnded} />
        )}
        {!isBefore(view) && !isReplaying && (
          <div className={classes.board}>
            <WholeBoard {...{ token, view, asked }} onMe={props.places.onMe} />
          </div>
        )}
      </Columns>
    </>
  )
}

const isBefore = ({ scene }: ShowView) => scene === 'before' || scene === 'standings'

function Before({ view, about, now }: EventViewProps) {
  const isUpcoming = now < Date.parse(view.event.startsAt)
  const words = isUpcoming ? texts.upcoming : texts.before
  return (
    <>
      {about && (
        <StreamersPanel streamers={about.streamers} isUpcoming={isUpcoming} isOver={false} />
      )}
      <Panel title={words.title}>
        <p>
          <Sentence text={words.text} parts={{ stream: <Stream event={view.event} /> }} />{' '}
          <ShowDate view={view} now={now} isUpcoming={isUpcoming} />
        </p>
      </Panel>
    </>
  )
}

/** The organiser's, if they take part; otherwise nobody knows whose. */
function Stream({ event }: Pick<ShowView, 'event'>) {
  const { username } = event.organiser
  const streamer = event.streamers.find((each) => each.username === username)
  if (streamer === undefined) return <span>{texts.onStream}</span>
  const name = <bdi>{username}</bdi>
  return (
    <span>
      <Sentence
        text={texts.onTheirStream}
        parts={{ organiser: <StreamerLink channel={streamer.channel}>{name}</StreamerLink> }}
      />
    </span>
  )
}

interface ShowDateProps extends Pick<EventViewProps, 'view' | 'now'> {
  readonly isUpcoming: boolean
}

function ShowDate({ view, now, isUpcoming }: ShowDateProps) {
  const showAt = comingShow(view, now)
  if (showAt === null) {
    return view.event.showAt === null && !isUpcoming && <>{texts.noShow}</>
  }
  return (
    <Sentence
      text={texts.show}
      parts={{
        until: <span>{formatUntil(showAt, now)}</span>,
        time: <time dateTime={showAt}>{formatInstantInZone(showAt)}</time>,
      }}
    />
  )
}

interface ResultsProps extends EventViewProps {
  readonly asked: ReturnType<typeof useAskedRows>
  readonly isRising: boolean
}

function Results({ token, view, about, places, asked, isRising }: ResultsProps) {
  const isOver = view.scene === 'final'
  const formatPoints = pointsFormat(view)
  return (
    <>
      {isOver && (
        <EventPlaces
          token={token}
          event={view.event.name}
          places={places}
          formatPoints={formatPoints}
          asked={asked}
        />
      )}
      <Panel title={texts.podium}>
        <PagePodium
          rows={view.rows}
          formatPoints={formatPoints}
          nameLines={PODIUM_NAME_LINES}
          hasEmptySteps
          isRising={isRising}
          link={(racer, name) => <RacerLink racer={racer}>{name}</RacerLink>}
        />
      </Panel>
      {isOver && about && about.adjustments.length > 0 && (
        <Adjustments adjustments={about.adjustments} />
      )}
      {isOver && about && <StreamersPanel streamers={about.streamers} isOver />}
    </>
  )
}

interface AsideProps extends EventViewProps {
  readonly isRevealing: boolean
}

function Aside({ token, view, about, isRevealing }: AsideProps) {
  const isOver = view.scene === 'final'
  return (
    <>
      {!isBefore(view) && !isOver && about && (
        <StreamersPanel streamers={about.streamers} isOver={false} />
      )}
      {about && <RulesPanel rules={about.rules} />}
      {/* Its picture gives away what a replay hides. */}
      {isOver && !isRevealing && <Sharing token={token} view={view} />}
      {!isOver && !isBefore(view) && (
        <Panel title={texts.sharing.embed}>
          <EmbedField {...embedded(token, view)} />
        </Panel>
      )}
    </>
  )
}

function ReplayButtons({ replay }: { readonly replay: ReturnType<typeof useReplay> }) {
  return (
    <>
      <Button
        disabled={!replay.isReady}
        // Not disabled, or it would lose the focus.
        aria-disabled={replay.isClearing || undefined}
        onClick={replay.press ?? undefined}
      >
        {replay.label}
      </Button>
      {replay.shown && (
        <Button variant="default" onClick={replay.stop}>
          {texts.replay.stop}
        </Button>
      )}
    </>
  )
}

interface DuringProps {
  readonly view: ShowView
  readonly rows: readonly ShowRow[]
  /** The rank that a replay has reached. */
  readonly reached?: number
  readonly motion: ShownMotion
}

function During({ view, rows, reached = view.reached ?? 0, motion }: DuringProps) {
  const first = rows.findIndex(({ event_points }) => event_points !== null)
  const from = Math.max(0, (first === -1 ? rows.length : first) - 3)
  return (
    <Panel title={texts.during.title(reached, view.rowCount)}>
      {view.duel && !isNamed(view.duel) && (
        <DuelSoFar duel={view.duel} format={pointsFormat(view)} />
      )}
      <RowList
        label={texts.during.label}
        rows={rows.slice(from, from + ROWS_DURING).map((row) => withHeld(row, view))}
        formatPoints={pointsFormat(view)}
        motion={motion}
      />
    </Panel>
  )
}

const isNamed = ({ sides }: Duel) => sides?.[0].row !== undefined

/** The points of a row whose name is still to come. */
function withHeld(row: ShowRow, { held }: ShowView) {
  const points = held?.find(({ id }) => id === row.id)?.points
  return { ...row, ...(points !== undefined && { held: points }) }
}

interface DuelSoFarProps {
  readonly duel: Duel
  readonly format: FormatPoints
}

function DuelSoFar({ duel: { gap, sides }, format }: DuelSoFarProps) {
  return (
    <p className={classes.duel}>
      <Sentence text={duelTexts.gap} parts={{ points: <strong>{format(gap)}</strong> }} />
      {sides && (
        <>
          {': '}
          <Sentence
            text={duelTexts.against}
            parts={{
              one: <strong>{format(sides[0].points)}</strong>,
              other: <strong>{format(sides[1].points)}</strong>,
            }}
          />
        </>
      )}
    </p>
  )
}

function Sharing({ token, view }: { readonly token: string; readonly view: ShowView }) {
  return (
    <SharePanel
      title={texts.sharing.title}
      page={addressOf(PAGES.event, { token })}
      // A show that is run again gets a new picture.
      picture={`${addressOf(cardOf(PAGES.event), { token })}?v=${view.version}`}
      alt={texts.sharing.picture(view.event.name)}
      fileName="results.png"
      embed={embedded(token, view)}
    />
  )
}

const embedded = (token: string, { event }: ShowView) => ({
  path: addressOf(embedOf(PAGES.event), { token }),
  name: event.name,
})
