/** What share pictures of all kinds have in common. */
import type { Config } from '../../config.ts'
import { cutGraphemes, singleLine } from './plain-text.ts'

/** More than fits on a picture; a name may have 600. */
const MAX_NAME_LENGTH = 120

/** A name that another person chose, made safe for a picture. */
export const plain = (name: string) => cutGraphemes(singleLine(name), MAX_NAME_LENGTH)

export const cardDays = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

export const siteName = ({ productName, publicUrl }: Config) =>
  `${productName} · ${new URL(publicUrl).host}`
