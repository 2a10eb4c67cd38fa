import type { Round } from '@rollcall/contract/leagues'
import { formatInstantInZone } from '#ui/format-instant.ts'
import { texts as sealedShow } from './sealed-show-texts.ts'
import { texts } from './texts.ts'

const { states } = texts

export function stateInWords(round: Round): string {
  const { state, finalAt, voidedReason, openObjections } = round
  if (round.waitsForTable) return sealedShow.state
  switch (state) {
    case 'provisional':
      return finalAt !== null && new Date(finalAt) > new Date()
        ? states.provisional(formatInstantInZone(finalAt))
        : openObjections > 0
          ? states.heldUp
          : texts.provisional
    case 'voided':
      return states.voided(voidedReason ?? '')
    default:
      return states[state]
  }
}

export function stateAsSentence(round: Round): string {
  const words = stateInWords(round)
  return `${words.charAt(0).toLocaleUpperCase()}${words.slice(1)}.`
}
