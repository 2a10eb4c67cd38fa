/** Text for chat bots to repeat: one safe line, no matter what the names in it contain. */
import { MAX_CHAT_LINE_LENGTH } from '@rollcall/contract/chat'
import { cutGraphemes, singleLine } from '../../edge/plain-text.ts'

const MAX_NAME_LENGTH = 40

const FIRST_STRONG_ISOLATE = '\u2068'
const POP_ISOLATE = '\u2069'

const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * Where a chat could read a name as a link: after a dot that is followed by more than digits, and between two slashes.
 * Programs that read addresses treat the other characters here as dots.
 */
const LINK_JOINT =
  /(?<=[^\s.])[.\u2024\u3002\ufe52\uff0e\uff61](?=[^\s\p{Nd}\p{P}])|\/(?=[\u200c\u200d]*\/)/gu
const IPV4_ADDRESS = /\d+(?:\.\d+){3}/g

/**
 * The shortened name, without anything that would break or reverse the line or make a link. A name that reads from
 * right to left does not disturb the rest of the line, and no name can start the line with a command such as `/ban`.
 */
export function chatName(name: string): string {
  const plain = cutGraphemes(withoutLinks(singleLine(name)), MAX_NAME_LENGTH) || '?'
  return RIGHT_TO_LEFT.test(plain) || !/^[\p{L}\p{N}_]/u.test(plain)
    ? FIRST_STRONG_ISOLATE + plain + POP_ISOLATE
    : plain
}

/** Inserts spaces: no chat removes them, and `Mr. Marble` still reads well. */
function withoutLinks(name: string): string {
  return name
    .replace(LINK_JOINT, '$& ')
    .replace(IPV4_ADDRESS, (address) => address.replaceAll('.', '. '))
}

/** The sentence, cut to fit. Only names with very many combining marks make it too long. */
export function chatLine(sentence: string): string {
  return cutGraphemes(sentence, MAX_CHAT_LINE_LENGTH)
}
