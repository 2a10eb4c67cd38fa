/** What a chat bot repeats to everybody: one line, whatever the names in it hold. */
import { MAX_CHAT_LINE_LENGTH } from '@rollcall/contract/chat'
import { cut, singleLine } from '../sharing/plain-text.ts'

const MAX_NAME_LENGTH = 40

const FIRST_STRONG_ISOLATE = '\u2068'
const POP_ISOLATE = '\u2069'

const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * Where a chat could take a name for a link: after a dot with more than digits behind it, and between two slashes.
 * Other dots become one when an address is read.
 */
const LINK_JOINT =
  /(?<=[^\s.])[.\u2024\u3002\ufe52\uff0e\uff61](?=[^\s\p{Nd}\p{P}])|\/(?=[\u200c\u200d]*\/)/gu
const IPV4_ADDRESS = /\d+(?:\.\d+){3}/g

/**
 * Without what would break or turn the line or make a link, and cut. One that reads from right to left keeps the rest in
 * place, and none can begin the line as a command such as `/ban` does.
 */
export function chatName(name: string): string {
  const plain = cut(withoutLinks(singleLine(name)), MAX_NAME_LENGTH) || '?'
  return RIGHT_TO_LEFT.test(plain) || !/^[\p{L}\p{N}_]/u.test(plain)
    ? FIRST_STRONG_ISOLATE + plain + POP_ISOLATE
    : plain
}

/** A space is the one change that no chat undoes, and `Mr. Marble` still reads well. */
function withoutLinks(name: string): string {
  return name
    .replace(LINK_JOINT, '$& ')
    .replace(IPV4_ADDRESS, (address) => address.replaceAll('.', '. '))
}

/** The sentence where it fits, which it does unless somebody has called something by very many marks. */
export function chatLine(sentence: string): string {
  return cut(sentence, MAX_CHAT_LINE_LENGTH)
}
