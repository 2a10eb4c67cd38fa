/** What share pictures of all kinds have in common. */
import type { Period } from '@rollcall/contract/periods'
import type { Config } from '../../config.ts'
import { cutGraphemes, singleLine } from '../../edge/plain-text.ts'

/** More than fits on a picture; a name may have 600. */
const MAX_NAME_LENGTH = 120

/** A name that another person chose, made safe for a picture. */
export const plain = (name: string) => cutGraphemes(singleLine(name), MAX_NAME_LENGTH)

export const cardDays = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

const months = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

const dateOf = (day: string) => new Date(`${day}T00:00:00Z`)
export const dayName = (day: string) => cardDays.format(dateOf(day))

export const periodName = ({ of, first, last }: Period) =>
  of === 'week' ? cardDays.formatRange(dateOf(first), dateOf(last)) : months.format(dateOf(first))

export const siteName = ({ productName, publicUrl }: Config) =>
  `${productName} · ${new URL(publicUrl).host}`
