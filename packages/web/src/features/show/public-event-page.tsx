import { Skeleton, VisuallyHidden } from '@mantine/core'
import { MAX_SEARCH_LENGTH } from '@rollcall/contract/endpoint'
import { SHOW_PAGE_SIZE } from '@rollcall/contract/show'
import type { ShowRow, ShowView } from '@rollcall/contract/show-view'
import { addPoints } from '@rollcall/scoring/points'
import { shownName } from '@rollcall/scoring/racer'
import { IconChevronRight, IconDownload, IconUserSearch } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { sentenceOf } from '#api/api-error.ts'
import { currentUserQuery } from '#api/current-user.ts'
import { useLive } from '#api/live.ts'
import { CROWDED, useCrowded } from '#api/live-crowd.ts'
import { useSessionToken } from '#api/session.ts'
import { PagedRows, useAskedRows } from '#ui/board/paged-rows.tsx'
import { Podium } from '#ui/board/podium.tsx'
import { RowList } from '#ui/board/row-list.tsx'
import { useRevealMotion } from '#ui/board/use-reveal-motion.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { formatDays, formatInstant } from '#ui/format-instant.ts'
import { type FormatPoints, formatNumber, pointsFormat } from '#ui/format-number.ts'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Panel } from '#ui/panel.tsx'
import { ForeignName, ProfileImage } from '#ui/person.tsx'
import { PointsTerms } from '#ui/points-terms.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import { useTabName } from '#ui/tab-name.ts'
import classes from './public-event-page.module.css'
import {
  publicBoardKey,
  publicExplanationQuery,
  publicKey,
  publicRowsQuery,
  publicShowQuery,
  showView,
} from './queries.ts'
import { announcementOf, revealOf } from './show-rows.ts'

/** During the show: what has just been uncovered, with a few before and after it. */
const ROWS_DURING = 16
const PODIUM_NAME_LINES = 9

export function PublicEventPage() {
  const { token = '' } = useParams()
  const client = useQueryClient()
  const query = publicShowQuery(token)
  const { data: view, error, refetch } = useQuery(query)
  useLive(view ? `link/show:${token}` : null, publicKey(token), (next) => {
    showView(client, query.queryKey, next)
    void client.invalidateQueries({ queryKey: publicBoardKey(token) })
  })
  useTabName(view?.event.name)
  const isCrowded = useCrowded()
  return (
    <div className={classes.page}>
      {isCrowded && <Notice message={CROWDED} />}
      {error && !view && <LoadError error={error} onRetry={() => void refetch()} />}
      {!view && !error && (
        <Loading>
          <Skeleton height="2.75rem" />
          <Skeleton height="24rem" radius="lg" />
        </Loading>
      )}
      {view && <EventView token={token} view={view} />}
    </div>
  )
}

function EventView({ token, view }: { readonly token: string; readonly view: ShowView }) {
  const { event, scene, rows, board } = view
  const formatPoints = pointsFormat(view)
  const hasWinners = scene === 'podium' || scene === 'final'
  return (
    <>
      <PageHeading title={event.name}>
        {formatDays(event.startAt, event.endAt)}, organised by <bdi>{event.organiser.username}</bdi>
        {board && (
          <>
            . The board of <bdi>{board.username}</bdi>
          </>
        )}
      </PageHeading>
      <p role="status" className={classes.status}>
        {announcementOf(view)}
      </p>
      {(scene === 'before' || scene === 'standings') && <Before view={view} />}
      {hasWinners && (
        <Panel title="Podium">
          <Podium
            rows={rows}
            formatPoints={formatPoints}
            nameLines={PODIUM_NAME_LINES}
            hasEmptySteps
            isRising
          />
        </Panel>
      )}
      {scene === 'reveal' && <During view={view} formatPoints={formatPoints} />}
      {scene !== 'before' && scene !== 'standings' && (
        <WholeBoard
          token={token}
          isOver={scene === 'final'}
          rowCount={view.rowCount}
          formatPoints={formatPoints}
        />
      )}
      {scene === 'final' && <Sharing token={token} view={view} />}
    </>
  )
}

function Before({ view: { event } }: { readonly view: ShowView }) {
  return (
    <Panel title="The results come soon">
      <p>
        They are revealed rank by rank, here and on stream. This page follows by itself: leave it
        open. The event {Date.parse(event.endsAt) > Date.now() ? 'ends' : 'ended'}{' '}
        <time dateTime={event.endsAt}>{formatInstant(event.endsAt)}</time>.
      </p>
      <ul className={classes.streamers} aria-label="Streamers">
        {event.streamers.map(({ username, profileImageUrl }) => (
          <li key={username}>
            <ProfileImage src={profileImageUrl} sizePx={36} />
            <ForeignName>{username}</ForeignName>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

interface DuringProps {
  readonly view: ShowView
  readonly formatPoints: FormatPoints
}

function During({ view, formatPoints }: DuringProps) {
  const { rows, reached, rowCount } = view
  const motion = useRevealMotion(revealOf(view))
  const first = rows.findIndex(({ event_points }) => event_points !== null)
  const from = Math.max(0, (first === -1 ? rows.length : first) - 3)
  return (
    <Panel title={`Rank ${formatNumber(reached ?? 0)} of ${formatNumber(rowCount)} racers`}>
      <RowList
        label="Being revealed"
        rows={rows.slice(from, from + ROWS_DURING)}
        formatPoints={formatPoints}
        motion={motion}
      />
    </Panel>
  )
}

function Sharing({ token, view }: { readonly token: string; readonly view: ShowView }) {
  // Of a show that is run once more there is another picture.
  const picture = `/e/${token}/card.png?v=${view.version}`
  return (
    <Panel title="Share the results">
      <div className={classes.sharing}>
        <img
          className={classes.picture}
          src={picture}
          alt={`The first three of ${view.event.name}`}
          width={1200}
          height={630}
          loading="lazy"
        />
        <CopyField label="Link to this page" value={`${location.origin}/e/${token}`} />
        <ButtonLink
          reloadDocument
          to={picture}
          download="results.png"
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
        >
          Save the picture
        </ButtonLink>
      </div>
    </Panel>
  )
}

interface WholeBoardProps {
  readonly token: string
  readonly isOver: boolean
  /** Of the whole board: as many are awaited. */
  readonly rowCount: number
  readonly formatPoints: FormatPoints
}

function WholeBoard({ token, isOver, rowCount, formatPoints }: WholeBoardProps) {
  const asked = useAskedRows()
  const { page, search } = asked
  // During the show the list above follows what is uncovered; here somebody looks for one of them.
  const isShown = isOver || search !== ''
  const answer = useQuery({ ...publicRowsQuery(token, { page, search }), enabled: isShown })
  const isSignedIn = useSessionToken() !== null
  const { data: user } = useQuery({ ...currentUserQuery, enabled: isSignedIn })
  return (
    <Panel title={isOver ? 'The whole board' : 'Find a racer'}>
      <PagedRows
        label={isOver ? 'The whole board' : 'Uncovered so far'}
        lookupLabel={isOver ? 'Find a racer' : 'Name of the racer'}
        maxLength={MAX_SEARCH_LENGTH}
        asked={asked}
        answer={answer}
        isShown={isShown}
        awaited={Math.min(rowCount, SHOW_PAGE_SIZE)}
        formatPoints={formatPoints}
        note={(row) => <Explanation token={token} row={row} />}
        empty={{
          message: 'Nobody here',
          hint: isOver
            ? 'No racer of that name is on the board.'
            : 'No racer of that name has been uncovered yet.',
        }}
      >
        {user && (
          <Button
            variant="default"
            leftSection={<IconUserSearch size={18} aria-hidden />}
            onClick={() => asked.find(user.username)}
          >
            Find me
          </Button>
        )}
      </PagedRows>
    </Panel>
  )
}

function Explanation({ token, row }: { readonly token: string; readonly row: ShowRow }) {
  const [isOpen, setIsOpen] = useState(false)
  const { data, error, refetch } = useQuery({
    ...publicExplanationQuery(token, row.id),
    enabled: isOpen,
  })
  return (
    <div className={classes.explanation}>
      <button
        type="button"
        className={classes.opener}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <IconChevronRight size={16} aria-hidden />
        Points explained
        <VisuallyHidden> for {shownName(row)}</VisuallyHidden>
      </button>
      {isOpen && error && <Notice message={sentenceOf(error)} onRetry={() => void refetch()} />}
      {isOpen && !data && !error && <p role="status">Loading...</p>}
      {isOpen && data && (
        <PointsTerms
          terms={data.terms}
          sum={data.terms.map(({ points }) => points).reduce(addPoints, 0)}
        />
      )}
    </div>
  )
}
