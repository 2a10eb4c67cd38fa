/** Numbers as every page shows them: in the reader's language, with a dash for unknown values. */
import { currentLanguage } from '#texts/language.ts'
import { lazily } from './lazily.ts'

export const UNKNOWN = '–'

function formatter(options: Intl.NumberFormatOptions): (value: number) => string {
  const made = lazily(() => new Intl.NumberFormat(currentLanguage().locale, options))
  return (value) => made().format(value)
}

interface Decimals {
  readonly min: number
  readonly max: number
}

/** Makes a formatter with its own number of decimals. */
export function numberFormat({ min, max }: Decimals): (value: number | null) => string {
  const write = formatter({ minimumFractionDigits: min, maximumFractionDigits: max })
  return (value) => (value === null ? UNKNOWN : write(value))
}

/** Counts and points, which have up to two decimals. */
export const formatNumber = numberFormat({ min: 0, max: 2 })

/** `1.2K`, for the axis of a chart. */
export const formatCompact = formatter({ notation: 'compact', maximumFractionDigits: 1 })

const formatLarge = formatter({
  notation: 'compact',
  compactDisplay: 'long',
  maximumSignificantDigits: 2,
})

/** `3,400`, and `3.4 million` where nobody would count digits. */
export const formatRoughly = (value: number): string =>
  value < 1e6 ? formatNumber(value) : formatLarge(value)

/** Formats a fraction of 1 without decimals. */
export const formatWholePercent = formatter({ style: 'percent' })

/** Formats a fraction of 1. */
export const formatPercent = formatter({ style: 'percent', maximumFractionDigits: 1 })

const plurals = lazily(() => new Intl.PluralRules(currentLanguage().locale))

/** The noun for what is counted, in each plural form of the language. */
type Forms = { readonly other: string } & Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>

/** `1 event`, `1,200 events`, `– events`. */
export function formatCount(
  count: number | null,
  forms: Forms,
  format: FormatPoints = formatNumber,
): string {
  const form = count === null ? 'other' : plurals().select(count)
  return `${format(count)} ${forms[form] ?? forms.other}`
}

const formatDecimals = numberFormat({ min: 2, max: 2 })

/** An average of points: the same number looks the same wherever it is. */
export const formatPointsPerRace = formatDecimals

export type FormatPoints = (points: number | null) => string

/** One format for all rows of a board, so that their points line up. */
export function pointsFormat({ hasDecimals }: { readonly hasDecimals: boolean }): FormatPoints {
  return hasDecimals ? formatDecimals : formatNumber
}

/** Two decimals for all values if any of them has decimals. */
export function alignedFormat(values: readonly (number | null)[]): FormatPoints {
  return pointsFormat({ hasDecimals: !values.every((value) => Number.isInteger(value ?? 0)) })
}

const KIB = 1024
const MIB = 1024 * KIB
const unit = (name: string, options: Intl.NumberFormatOptions = {}) =>
  formatter({ style: 'unit', unit: name, ...options })
const formatWholeBytes = unit('byte', { unitDisplay: 'long' })
const formatKib = unit('kilobyte')
const formatMib = unit('megabyte', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** The size of a file as Windows counts it: kilobytes of 1,024 bytes, megabytes of 1,024 of those. */
export function formatBytes(sizeBytes: number): string {
  if (sizeBytes < KIB) return formatWholeBytes(sizeBytes)
  if (sizeBytes < MIB) return formatKib(Math.ceil(sizeBytes / KIB))
  return formatMib(sizeBytes / MIB)
}
