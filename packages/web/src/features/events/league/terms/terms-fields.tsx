import type { LeagueRules, Round } from '@rollcall/contract/leagues'
import type { TieRule } from '@rollcall/scoring/ties'
import { Choices } from '#ui/choices.tsx'
import { BonusFields } from './bonus-fields.tsx'
import { MissingGames } from './missing-games.tsx'
import { NamedGameField } from './named-game-field.tsx'
import type { TermsDraft } from './terms-draft.ts'
import { texts } from './texts.ts'

const { form: words } = texts

interface TermsFieldsProps {
  /** The series. */
  readonly id: string
  readonly rounds: readonly Round[]
  readonly terms: TermsDraft
  readonly points: LeagueRules['points']['kind']
  readonly ties: readonly TieRule[]
  readonly isWrong: boolean
  readonly onChange: (terms: TermsDraft) => void
}

/** What a league adds to the points of a round, and the game that decides between equal totals. */
export function TermsFields(props: TermsFieldsProps) {
  const { id, rounds, terms, points, ties, isWrong, onChange } = props
  const keeps = terms.keepsParticipation && points === 'event'
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
      {points === 'event' && (
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
      {/* Of fair points it is said where they are chosen. */}
      {countsGames && points !== 'fair' && <MissingGames id={id} rounds={rounds} />}
    </>
  )
}
