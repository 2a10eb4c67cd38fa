/** Catalogues of what the server refuses and why, one file for each noun that has several. Decision 085. */
import { inDigits, type Said } from '@rollcall/scoring/problem'

/** Problems by code, with the status of the answer. A code is snake_case and never changes. */
export type Problems = Readonly<
  Record<string, { readonly status: number; readonly sentence: Said }>
>

/** For example, `1 hour` or `12 hours`. */
export function counted(number: number, noun: string): string {
  return `${inDigits(number)} ${number === 1 ? noun : `${noun}s`}`
}

/** For example, `a, b, and c`. */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en').format(names)
}
