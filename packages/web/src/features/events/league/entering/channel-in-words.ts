import type { ChannelOfRound } from '@rollcall/contract/league-runs'
import { REFUSALS_IN_WORDS } from '@rollcall/contract/words/refused-games'
import { formatInstant } from '#ui/format-instant.ts'
import { texts } from './run-texts.ts'

const { states } = texts

/** How far a channel of a round is. */
export function channelInWords({
  state,
  slot,
  run,
  games,
  refusal,
}: Pick<ChannelOfRound, 'state' | 'slot' | 'run' | 'games' | 'refusal'>): string {
  switch (state) {
    case 'announced':
      return states.announced(formatInstant(slot ?? ''))
    case 'running':
      return games === null ? states.running : states.runningGames(games.counted, games.of)
    case 'has-run':
      return (
        (games === null || games.counted >= games.of
          ? states['has-run']
          : states.hasRunOf(games.counted, games.of)) + (run === null ? '' : texts.said[run.by])
      )
    case 'refused':
      return refusal === null ? states.missing : states.refused(REFUSALS_IN_WORDS[refusal])
    default:
      return states[state]
  }
}
