import type { ExplainedCell } from '@rollcall/contract/league-cells'
import type { LeagueRules } from '@rollcall/contract/leagues'
import { addPoints } from '@rollcall/scoring/points'
import { useQuery } from '@tanstack/react-query'
import { sentenceOf } from '#api/api-error.ts'
import { Sentence } from '#texts/sentence.tsx'
import { formatNumber } from '#ui/format-number.ts'
import { Quiet, Stack } from '#ui/layout/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { formatTerm } from '#ui/points-terms/points-terms.tsx'
import classes from './cell-channel.module.css'
import { CellChannel, CellRows, keyOf } from './cell-channel.tsx'
import { FairGames } from './fair-games.tsx'
import { type AskedCell, cellQuery } from './queries.ts'
import { texts } from './texts.ts'

const { cell: words } = texts

interface AnsweredCellProps extends Pick<ExplainedCellProps, 'points' | 'value'> {
  readonly answer: {
    readonly data: ExplainedCell | { readonly unauthorized: true } | undefined
    readonly error: Error | null
    readonly refetch: () => unknown
  }
}

/** The same while it loads, or if it could not be loaded. */
export function AnsweredCell({ answer, ...shown }: AnsweredCellProps) {
  const { data, error, refetch } = answer
  if (error) {
    return <Notice message={words.failed(sentenceOf(error))} onRetry={() => void refetch()} />
  }
  if (data === undefined) return <Quiet role="status">{words.loading}</Quiet>
  return 'cell' in data ? <CellExplanation explained={data} {...shown} /> : null
}

interface SeriesCellProps extends Pick<ExplainedCellProps, 'points' | 'value'> {
  /** The series. */
  readonly id: string
  readonly asked: AskedCell
}

export const SeriesCell = ({ id, asked, ...shown }: SeriesCellProps) => (
  <AnsweredCell answer={useQuery(cellQuery(id, asked))} {...shown} />
)

interface ExplainedCellProps {
  readonly explained: ExplainedCell
  readonly points: LeagueRules['points']
  /** The result in the table. */
  readonly value: number
}

/** From the points of each channel to the result, and whether it counts. */
function CellExplanation({ explained, points, value }: ExplainedCellProps) {
  const { cell, parts } = explained
  return (
    <Stack gap="md" className={classes.cell}>
      {explained.fair ? <FairGames {...explained.fair} /> : <Parts explained={explained} />}
      {explained.rows && <CellRows rows={explained.rows} />}
      <Stack as="section" gap="xs" className={classes.part} aria-label={words.sum}>
        <h3>{words.sum}</h3>
        <Steps explained={explained} points={points} />
        <p>
          <Sentence
            text={words.result}
            parts={{ value: <strong>{formatNumber(cell.value)}</strong> }}
          />
        </p>
        <p>{stateOf(cell)}</p>
      </Stack>
      {cell.eventPoints !== undefined && <Quiet>{words.onBoard(cell.eventPoints)}</Quiet>}
      {explained.fair && parts.length > 0 && (
        <details>
          <summary>{words.boardTerms}</summary>
          <Parts explained={explained} />
        </details>
      )}
      {cell.value !== value && <Quiet>{words.changed}</Quiet>}
    </Stack>
  )
}

/** What each channel gave, in event points. */
const Parts = ({ explained: { parts, isFrozen } }: Pick<ExplainedCellProps, 'explained'>) => (
  <>
    {isFrozen && parts.some(({ games }) => games !== null && games.length > 0) && (
      <Quiet>{words.asNow}</Quiet>
    )}
    {parts.map((part) => (
      <CellChannel key={keyOf(part)} part={part} isFrozen={isFrozen} />
    ))}
  </>
)

function Steps({ explained, points }: Omit<ExplainedCellProps, 'value'>) {
  const { cell, multiplier, adjustments, bonuses } = explained
  const isForPlaces = points.kind === 'places'
  const product = addPoints(cell.value, -addPoints(cell.adjustment, cell.bonus))
  const isRounded = Math.abs(cell.points * multiplier - product) > 1e-6
  return (
    <ul>
      {cell.rank !== null && (
        <li>
          {isForPlaces
            ? words.placePoints(cell.rank, cell.points, multiplier, product)
            : words[points.kind === 'fair' ? 'fairPoints' : 'eventPoints'](
                cell.points,
                multiplier,
                product,
              )}
          {isRounded && words.rounded}
        </li>
      )}
      {adjustments.map((term, index) => (
        // Two adjustments may be equal.
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
        <li key={index}>{formatTerm(term)}</li>
      ))}
      {isForPlaces && adjustments.length > 0 && cell.rank !== null && <li>{words.inRank}</li>}
      {bonuses.map(({ name, count, points: own }) => (
        <li key={name}>{words.bonus(name, count, own)}</li>
      ))}
    </ul>
  )
}

function stateOf({ isDropped, isDisqualified, kept }: ExplainedCell['cell']): string {
  if (isDisqualified) return words.disqualified
  if (!isDropped) return words.counts
  return kept === 0 ? words.dropped : words.kept(kept)
}
