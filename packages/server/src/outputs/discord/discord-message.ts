/** The post in Discord: podium, link and picture of a finished show. */

import { othersLine, podiumLine } from '@rollcall/contract/words/discord'
import { shownName } from '@rollcall/scoring/racer'
import { PODIUM_RANKS } from '../../domain/events/boards/frozen-board.ts'
import {
  formatPoints,
  titleOf,
  type Uncovered,
  uncoveredRows,
} from '../../domain/show/board/uncovered-rows.ts'
import type { ScreenView } from '../../domain/show/views.ts'
import { cutGraphemes, singleLine } from '../../edge/plain-text.ts'

/** How many racers of the podium the message names; many may share a rank. */
const MOST_NAMED = 10
const MAX_NAME_LENGTH = 80
export const MARIGOLD = 0xffb52e

/** @param link null if the event has no public page */
export function discordMessage(
  { view, podiumCount }: Pick<ScreenView, 'view' | 'podiumCount'>,
  { link, picture }: { link: string | null; picture: Uint8Array },
): FormData {
  const podium = uncoveredRows(view.rows).filter(({ rank }) => rank <= PODIUM_RANKS)
  const named = podium.slice(0, MOST_NAMED)
  const others = podiumCount - named.length
  const lines = [
    ...named.map((row) => writeLine(row, named)),
    ...(others > 0 ? [othersLine(others)] : []),
  ]
  return makePost({ title: plain(titleOf(view)), lines, link, picture })
}

interface Post {
  title: string
  lines: readonly string[]
  /** null: no page shows it. */
  link: string | null
  picture: Uint8Array
}

export function makePost({ title, lines, link, picture }: Post): FormData {
  const form = new FormData()
  const payload = {
    embeds: [
      {
        title,
        description: lines.join('\n'),
        color: MARIGOLD,
        image: { url: 'attachment://card.png' },
        ...(link !== null && { url: link }),
      },
    ],
    attachments: [{ id: 0, filename: 'card.png' }],
    // Nobody is notified, regardless of what a racer is called.
    allowed_mentions: { parse: [] },
  }
  form.set('payload_json', JSON.stringify(payload))
  form.set('files[0]', new Blob([Buffer.from(picture)], { type: 'image/png' }), 'card.png')
  return form
}

function writeLine(row: Uncovered, among: readonly Uncovered[]): string {
  const name = plain(shownName(row))
  return podiumLine({ rank: row.rank, name, points: formatPoints(row, among) })
}

/** The name, isolated, with everything escaped that Discord would turn into links, mentions or formatting. */
export function plain(name: string, length = MAX_NAME_LENGTH): string {
  const escaped = cutGraphemes(singleLine(name), length).replace(/[\\`*_~|<>[\]()#@:/-]/g, '\\$&')
  return `\u2068${escaped}\u2069`
}
