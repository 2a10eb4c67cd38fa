/** What a chat bot repeats to everybody: one line, whatever the names in it hold. */
import { MAX_CHAT_LINE_LENGTH } from '@rollcall/contract/chat'
import { cut, singleLine } from '../sharing/plain-text.ts'

const MAX_NAME_LENGTH = 40

const FIRST_STRONG_ISOLATE = '\u2068'
const POP_ISOLATE = '\u2069'

const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * Without what would break or turn the line, and cut. One that reads from right to left keeps the rest in
 * place, and none can begin the line as a command such as `/ban` does.
 */
export function chatName(name: string): string {
  const plain = cut(singleLine(name), MAX_NAME_LENGTH) || '?'
  return RIGHT_TO_LEFT.test(plain) || !/^[\p{L}\p{N}_]/u.test(plain)
    ? FIRST_STRONG_ISOLATE + plain + POP_ISOLATE
    : plain
}

/** The sentence where it fits, which it does unless somebody has called something by very many marks. */
export function chatLine(sentence: string): string {
  return cut(sentence, MAX_CHAT_LINE_LENGTH)
}
