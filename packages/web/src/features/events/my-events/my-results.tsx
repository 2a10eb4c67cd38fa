import { Skeleton } from '@mantine/core'
import { addressOf, PAGES } from '@rollcall/contract/pages'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Sentence } from '#texts/sentence.tsx'
import { RankBadge } from '#ui/board/rank-badge.tsx'
import ranked from '#ui/board/ranked-row.module.css'
import rows from '#ui/board/row-list.module.css'
import cards from '#ui/cards.module.css'
import { formatDays } from '#ui/format-instant.ts'
import { pointsFormat } from '#ui/format-number.ts'
import { Stack } from '#ui/layout/layout.tsx'
import { EventLink, NameLink, PersonLink } from '#ui/links.tsx'
import { PageButtons, useTotalPages } from '#ui/page-buttons.tsx'
import { adjustmentInWords } from '#ui/points-terms/points-terms.tsx'
import { LoadError } from '#ui/states.tsx'
import { streamerName } from '#ui/streamer-name.ts'
import { type MyResult, myResultsQuery } from '../queries.ts'
import classes from './my-results.module.css'
import { texts } from './texts.ts'

const { results: words } = texts

/** The events in which the reader raced. */
export function MyResults() {
  const [page, setPage] = useState(1)
  const titleId = useId()
  const answer = useQuery(myResultsQuery(page))
  const { data, error, isPending, refetch } = answer
  const totalPages = useTotalPages(answer, { list: 'results', page })
  return (
    <Stack
      as="section"
      gap="sm"
      className={`${cards.card} ${classes.results}`}
      aria-labelledby={titleId}
    >
      <h2 id={titleId} className={cards.title}>
        {words.title}
      </h2>
      <p className={classes.lead}>{words.lead}</p>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {isPending && (
        <div className={classes.loading} aria-hidden="true">
          <Skeleton height="3.5rem" radius="md" />
        </div>
      )}
      {data?.results.length === 0 && <p className={classes.empty}>{words.none}</p>}
      {data && data.results.length > 0 && (
        <ol className={`${rows.rows} ${ranked.wrapping}`} aria-labelledby={titleId}>
          {data.results.map((result) => (
            <ResultRow key={result.id} result={result} />
          ))}
        </ol>
      )}
      {totalPages > 1 && (
        <PageButtons label={words.pages} page={page} totalPages={totalPages} onPage={setPage} />
      )}
    </Stack>
  )
}

const placeOf = ({ points, rank, is_disqualified }: MyResult) =>
  is_disqualified ? 'disqualified' : points > 0 ? rank : null

function ResultRow({ result }: { readonly result: MyResult }) {
  const { id, name, startAt, endAt, creator, creatorPage, publicToken, rank, of, points } = result
  const shownName = <bdi>{name}</bdi>
  return (
    <li className={`${ranked.row} ${rows.row}`}>
      <RankBadge rank={rank} isOrder={false} isDisqualified={result.is_disqualified} />
      <span className={classes.name}>
        {publicToken === null ? (
          <NameLink to={`${addressOf(PAGES.eventLeaderboard, { eventId: id })}?streamer=all`}>
            {shownName}
          </NameLink>
        ) : (
          <EventLink token={publicToken}>{shownName}</EventLink>
        )}
      </span>
      <span className={ranked.points}>{pointsFormat(result)(points)}</span>
      <span className={classes.note}>
        <Sentence
          text={words.facts(placeOf(result), of, formatDays(startAt, endAt))}
          parts={{
            organiser: (
              <PersonLink page={creatorPage}>
                <bdi>{streamerName(creator)}</bdi>
              </PersonLink>
            ),
          }}
        />
      </span>
      {result.adjustments.map((adjustment, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may be equal, and the list does not change.
        <span key={index} className={classes.note}>
          {adjustmentInWords(adjustment)}
          {adjustment.note && (
            <>
              {' – '}
              <bdi>{adjustment.note}</bdi>
            </>
          )}
        </span>
      ))}
    </li>
  )
}
