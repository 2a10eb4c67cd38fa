import { TABLE_SEALED_DAYS } from '@rollcall/contract/leagues'
import { catalogue } from '#texts/language.ts'
import { formatNumber } from '#ui/format-number.ts'

const days = formatNumber(TABLE_SEALED_DAYS)

export const texts = catalogue('events/league/sealed-show', {
  label: "Keep the last round out of the table until the table's own show",
  hint: `After the last round's own show, the table stays as it was before that round. A show of the table, from that round's control room, opens it; without one, it opens ${days} days after the round's days.`,
  rule: `The last round counts in the table once the league's show has revealed the table, or ${days} days after its days.`,
  state: "sealed until the league's show",
  cell: 'Sealed',
  order: (round: string) =>
    `${round} is sealed: the order is the one before it, until the league's show is over.`,
})
