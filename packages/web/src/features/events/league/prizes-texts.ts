import { ordinal } from '@rollcall/scoring/explanation'
import type { PassedOverReason } from '@rollcall/scoring/prizes'
import { catalogue } from '#texts/language.ts'
import { formatNumber } from '#ui/format-number.ts'

const REASONS = {
  won_before: 'won last season',
  not_eligible: 'not eligible',
  declined: 'does not want it',
} satisfies Record<PassedOverReason, string>

export const texts = catalogue('events/league/prizes', {
  title: 'Prizes',
  lead: 'Say what the first ranks win. A racer who is passed over keeps their rank, and the prize goes to the next one.',
  provisional: 'Provisional: rounds are still to come, or can still change.',
  line: (prize: string) => `${prize}:`,
  nobody: 'nobody has this rank',
  notYet: 'no rank yet',
  more: (count: number) => `${formatNumber(count)} more`,
  because: (reason: PassedOverReason | null) =>
    reason === null ? 'passed over' : `passed over: ${REASONS[reason]}`,
  ranked: (rank: number | null) => (rank === null ? 'no rank' : ordinal(rank)),
  list: 'Passed over',

  change: 'Change the prizes',
  set: 'Set prizes',
  field: 'Prizes from 1st rank on',
  fieldHint: (most: number) => `One in each line, ${formatNumber(most)} at most.`,
  tooMany: (most: number) => `There can be ${formatNumber(most)} prizes at most.`,
  tooLong: (most: number) => `A prize can have ${formatNumber(most)} characters at most.`,
  save: 'Save the prizes',
  cancel: 'Cancel',
  saved: 'The prizes were saved.',
  putBack: 'The prizes are as they were.',

  passOver: 'Pass over',
  passOverOne: (racer: string) => `Pass over ${racer}`,
  why: 'Why do they not win?',
  whyHint: 'Everybody can read it, unless the racer hides their name.',
  whyMissing: 'Please say why.',
  reasons: {
    won_before: 'They won last season',
    not_eligible: 'They are not eligible',
    declined: 'They do not want the prize',
  } satisfies Record<PassedOverReason, string>,
  wasPassedOver: (racer: string) => `${racer} is passed over.`,
  considerAgain: 'Take back',
  considerOne: (racer: string) => `Take back passing over ${racer}`,
  considered: (racer: string) => `${racer} can win prizes again.`,
})
