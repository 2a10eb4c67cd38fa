import { Skeleton } from '@mantine/core'
import { MAX_SEARCH_LENGTH } from '@rollcall/contract/endpoint'
import { SHOW_PAGE_SIZE } from '@rollcall/contract/show-links'
import type { ShowRow, ShowView } from '@rollcall/contract/show-view'
import { addPoints } from '@rollcall/scoring/points'
import { shownName } from '@rollcall/scoring/racer'
import { IconChevronRight } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { sentenceOf } from '#api/api-error.ts'
import { useLive } from '#api/live.ts'
import { CROWDED, useCrowded } from '#api/live-crowd.ts'
import { useSessionToken } from '#api/session.ts'
import { Sentence } from '#texts/sentence.tsx'
import { OwnRow } from '#ui/board/own-row.tsx'
import { PagedRows } from '#ui/board/paged-rows.tsx'
import { Podium } from '#ui/board/podium.tsx'
import { RowList } from '#ui/board/row-list.tsx'
import { useRevealMotion } from '#ui/board/use-reveal-motion.ts'
import { Download } from '#ui/download.tsx'
import { EmbedField } from '#ui/embed-field.tsx'
import { formatDays, formatInstant } from '#ui/format-instant.ts'
import { type FormatPoints, pointsFormat } from '#ui/format-number.ts'
import { PersonLink, RacerLink, StreamerLink } from '#ui/links.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { useAskedRows } from '#ui/paged-list.tsx'
import { Panel } from '#ui/panel.tsx'
import { ForeignName, ProfileImage } from '#ui/person.tsx'
import { PointsTerms } from '#ui/points-terms/points-terms.tsx'
import { SharePanel } from '#ui/share-panel.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import { useTabName } from '#ui/tab-name.ts'
import { announceMove } from '../announcement.ts'
import { showView } from '../queries.ts'
import { revealState } from '../show-rows.ts'
import classes from './public-event-page.module.css'
import {
  downloadPublicBoard,
  ownPublicRowQuery,
  publicBoardKey,
  publicExplanationQuery,
  publicKey,
  publicRowsQuery,
  publicShowQuery,
} from './queries.ts'
import { texts } from './texts.ts'

/** Rows during the show: the one just uncovered, with some above and below it. */
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
  const lead = board === null ? texts.lead : texts.leadOfBoard
  return (
    <>
      <PageHeading title={event.name}>
        <Sentence
          text={lead(formatDays(event.startAt, event.endAt))}
          parts={{
            organiser: (
              <PersonLink page={event.organiser.page}>
                <bdi>{event.organiser.username}</bdi>
              </PersonLink>
            ),
            streamer: <bdi>{board?.username}</bdi>,
          }}
        />
      </PageHeading>
      <p role="status" className={classes.status}>
        {announceMove(view)}
      </p>
      {(scene === 'before' || scene === 'standings') && <Before view={view} />}
      {hasWinners && (
        <Panel title={texts.podium}>
          <Podium
            rows={rows}
            formatPoints={formatPoints}
            nameLines={PODIUM_NAME_LINES}
            hasEmptySteps
            isRising
            link={(racer, name) => <RacerLink racer={racer}>{name}</RacerLink>}
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
      {scene === 'final' ? (
        <Sharing token={token} view={view} />
      ) : (
        <Panel title={texts.sharing.embed}>
          <EmbedField {...embedOf(token, view)} />
        </Panel>
      )}
    </>
  )
}

function Before({ view: { event } }: { readonly view: ShowView }) {
  const { before } = texts
  return (
    <Panel title={before.title}>
      <p>
        {before.text}{' '}
        <Sentence
          text={Date.parse(event.endsAt) > Date.now() ? before.ends : before.ended}
          parts={{ time: <time dateTime={event.endsAt}>{formatInstant(event.endsAt)}</time> }}
        />
      </p>
      <ul className={classes.streamers} aria-label={before.streamers}>
        {event.streamers.map(({ username, profileImageUrl, channel }) => (
          <li key={username}>
            <ProfileImage src={profileImageUrl} sizePx={36} />
            <StreamerLink channel={channel}>
              <ForeignName>{username}</ForeignName>
            </StreamerLink>
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
  const motion = useRevealMotion(revealState(view))
  const first = rows.findIndex(({ event_points }) => event_points !== null)
  const from = Math.max(0, (first === -1 ? rows.length : first) - 3)
  return (
    <Panel title={texts.during.title(reached ?? 0, rowCount)}>
      <RowList
        label={texts.during.label}
        rows={rows.slice(from, from + ROWS_DURING)}
        formatPoints={formatPoints}
        motion={motion}
      />
    </Panel>
  )
}

function Sharing({ token, view }: { readonly token: string; readonly view: ShowView }) {
  return (
    <SharePanel
      title={texts.sharing.title}
      page={`/e/${token}`}
      // A show that is run again gets a new picture.
      picture={`/e/${token}/card.png?v=${view.version}`}
      alt={texts.sharing.picture(view.event.name)}
      fileName="results.png"
      embed={embedOf(token, view)}
    />
  )
}

const embedOf = (token: string, { event }: ShowView) => ({
  path: `/embed/e/${token}`,
  name: event.name,
})

interface WholeBoardProps {
  readonly token: string
  readonly isOver: boolean
  /** Rows of the whole board, to keep space for while they load. */
  readonly rowCount: number
  readonly formatPoints: FormatPoints
}

function WholeBoard({ token, isOver, rowCount, formatPoints }: WholeBoardProps) {
  const asked = useAskedRows()
  const { page, search } = asked
  // During the show the list above follows the reveal, and this one only shows search results.
  const isShown = isOver || search !== ''
  const answer = useQuery({ ...publicRowsQuery(token, { page, search }), enabled: isShown })
  const isSignedIn = useSessionToken() !== null
  return (
    <Panel title={isOver ? texts.board.title : texts.during.find}>
      {isSignedIn && isOver && (
        <OwnPlace
          token={token}
          formatPoints={formatPoints}
          isShown={(place) => search === '' && place === page}
          onGo={(place) => asked.show({ page: place, search: '' })}
        />
      )}
      <PagedRows
        label={isOver ? texts.board.title : texts.during.found}
        lookupLabel={isOver ? texts.board.lookup : texts.during.lookup}
        maxLength={MAX_SEARCH_LENGTH}
        asked={asked}
        answer={answer}
        isShown={isShown}
        awaited={Math.min(rowCount, SHOW_PAGE_SIZE)}
        formatPoints={formatPoints}
        note={(row) => <Explanation token={token} row={row} />}
        empty={{
          message: texts.board.empty,
          hint: isOver ? texts.board.emptyHint : texts.during.emptyHint,
        }}
      />
      {isShown &&
        answer.data &&
        answer.data.rows.length > 0 &&
        (['board', 'explanations'] as const).map((content) => (
          <Download
            key={content}
            what={texts.download[content]}
            fileName={`results-${content}`}
            load={(format, options) =>
              downloadPublicBoard(token, { content, search, format }, options)
            }
          />
        ))}
    </Panel>
  )
}

interface OwnPlaceProps {
  readonly token: string
  readonly formatPoints: FormatPoints
  /** Whether the page of the board is on screen. */
  readonly isShown: (page: number) => boolean
  readonly onGo: (page: number) => void
}

/** Only for people who raced: most visitors did not. */
function OwnPlace({ token, formatPoints, isShown, onGo }: OwnPlaceProps) {
  const { data, error, refetch } = useQuery(ownPublicRowQuery(token))
  return data == null ? null : (
    <OwnRow
      answer={{ data, error, refetch }}
      formatPoints={formatPoints}
      onGo={isShown(data.page) ? undefined : () => onGo(data.page)}
    />
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
        aria-label={texts.explanation.titleOf(shownName(row))}
        onClick={() => setIsOpen(!isOpen)}
      >
        <IconChevronRight size={16} aria-hidden />
        {texts.explanation.title}
      </button>
      {isOpen && error && <Notice message={sentenceOf(error)} onRetry={() => void refetch()} />}
      {isOpen && !data && !error && <p role="status">{texts.explanation.loading}</p>}
      {isOpen && data && (
        <PointsTerms
          terms={data.terms}
          sum={data.terms.map(({ points }) => points).reduce(addPoints, 0)}
        />
      )}
    </div>
  )
}
