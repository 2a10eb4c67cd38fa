/** The post in Discord: podium, link and picture of a finished show. */
import { shownName } from '@rollcall/scoring/racer'
import { type PlaceView, PODIUM_RANKS } from '../show/views.ts'
import { formatPoints, type Uncovered, uncoveredRows } from './make-card.ts'
import { cutGraphemes, singleLine } from './plain-text.ts'

/** How many racers of the podium the message names; many may share a rank. */
const MOST_NAMED = 10
const MAX_NAME_LENGTH = 80
const MEDALS = ['🥇', '🥈', '🥉']
const MARIGOLD = 0xffb52e

/** @param link null if the event has no public page */
export function discordMessage(
  { view, podiumCount }: Pick<PlaceView, 'view' | 'podiumCount'>,
  { link, picture }: { link: string | null; picture: Uint8Array },
): FormData {
  const podium = uncoveredRows(view.rows).filter(({ rank }) => rank <= PODIUM_RANKS)
  const named = podium.slice(0, MOST_NAMED)
  const others = podiumCount - named.length
  const lines = [
    ...named.map((row) => writeLine(row, named)),
    ...(others > 0 ? [`and ${others} more`] : []),
  ]
  const form = new FormData()
  const payload = {
    embeds: [
      {
        title: plain(view.event.name),
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
  return `${MEDALS[row.rank - 1]} **${plain(shownName(row))}** – ${formatPoints(row, among)} points`
}

/** The name, isolated, with everything escaped that Discord would turn into links, mentions or formatting. */
function plain(name: string): string {
  const escaped = cutGraphemes(singleLine(name), MAX_NAME_LENGTH).replace(
    /[\\`*_~|<>[\]()#@:/-]/g,
    '\\$&',
  )
  return `\u2068${escaped}\u2069`
}
