import type { Round } from '@rollcall/contract/leagues'
import type { TieRule } from '@rollcall/scoring/ties'
import { useQuery } from '@tanstack/react-query'
import { sentenceOf } from '#api/api-error.ts'
import { Choices } from '#ui/choices.tsx'
import { formatList } from '#ui/format-list.ts'
import { Notice } from '#ui/notice.tsx'
import { streamerName } from '#ui/streamer-name.ts'
import { BonusFields } from './bonus-fields.tsx'
import { NamedGameField } from './named-game-field.tsx'
import { leagueGamesQuery } from './queries.ts'
import type { TermsDraft } from './terms-draft.ts'
import { texts } from './texts.ts'

const { form: words } = texts

interface TermsFieldsProps {
  /** The series. */
  readonly id: string
  readonly rounds: readonly Round[]
  readonly terms: TermsDraft
  readonly isForPlaces: boolean
  readonly ties: readonly TieRule[]
  readonly isWrong: boolean
  readonly onChange: (terms: TermsDraft) => void
}

/** What a league adds to the points of a round, and the game that decides between equal totals. */
export function TermsFields(props: TermsFieldsProps) {
  const { id, rounds, terms, isForPlaces, ties, isWrong, onChange } = props
  const keeps = terms.keepsParticipation && !isForPlaces
  const countsGames = keeps || terms.bonuses.some(({ by }) => by !== 'hand')
  return (
    <>
      {ties.includes('named_game') && (
        <NamedGameField
          id={id}
          rounds={rounds}
          game={terms.namedGame}
          onChange={(namedGame) => onChange({ ...terms, namedGame })}
        />
      )}
      <BonusFields
        bonuses={terms.bonuses}
        isWrong={isWrong}
        onChange={(bonuses) => onChange({ ...terms, bonuses })}
      />
      {!isForPlaces && (
        <Choices
          question={words.keeps}
          options={[
            { label: words.keepsNo, value: false },
            { label: words.keepsYes, value: true },
          ]}
          answer={terms.keepsParticipation}
          onAnswer={(keepsParticipation) => onChange({ ...terms, keepsParticipation })}
        />
      )}
      {countsGames && <MissingGames id={id} rounds={rounds} />}
    </>
  )
}

/** Which channels have only sent a snapshot, which says nothing about single games. */
function MissingGames({ id, rounds }: Pick<TermsFieldsProps, 'id' | 'rounds'>) {
  const { data, error, refetch } = useQuery(leagueGamesQuery(id, null))
  if (error) return <Notice message={sentenceOf(error)} onRetry={() => void refetch()} />
  const missing = data !== undefined && 'withoutGames' in data ? data.withoutGames : []
  if (missing.length === 0) return null
  const list = missing.map(({ eventId, streamers }) =>
    words.missingOf(
      formatList(streamers.map(streamerName)),
      rounds.find((round) => round.eventId === eventId)?.name ?? '',
    ),
  )
  return (
    <p>
      <strong>{words.missing}</strong> {words.missingHint(formatList(list))}
    </p>
  )
}
