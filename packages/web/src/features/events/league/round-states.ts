import type { Round } from '@rollcall/contract/leagues'
import { formatInstantInZone } from '#ui/format-instant.ts'
import { texts } from './texts.ts'

const { states } = texts

export function stateInWords({ state, finalAt, voidedReason }: Round): string {
  switch (state) {
    case 'provisional':
      return states.provisional(formatInstantInZone(finalAt ?? ''))
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
