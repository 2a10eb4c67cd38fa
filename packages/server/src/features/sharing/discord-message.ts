/** What is posted in Discord: podium, link and picture of a final show. */
import { shownName } from '@rollcall/scoring/racer'
import { type PlaceView, PODIUM_RANKS } from '../show/views.ts'
import { pointsOf, type Uncovered, uncoveredRows } from './card-of-show.ts'
import { cut, singleLine } from './plain-text.ts'

/** Of those who share a rank on the podium. */
const MOST_NAMED = 10
const MAX_NAME_LENGTH = 80
const MEDALS = ['🥇', '🥈', '🥉']
const MARIGOLD = 0xffb52e

/** @param link null where the event's page is not public */
export function discordMessage(
  { view, podiumCount }: Pick<PlaceView, 'view' | 'podiumCount'>,
  { link, picture }: { link: string | null; picture: Uint8Array },
): FormData {
  const podium = uncoveredRows(view.rows).filter(({ rank }) => rank <= PODIUM_RANKS)
  const named = podium.slice(0, MOST_NAMED)
  const others = podiumCount - named.length
  const lines = [
    ...named.map((row) => lineOf(row, named)),
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
    // Whatever a racer is called, nobody is notified.
    allowed_mentions: { parse: [] },
  }
  form.set('payload_json', JSON.stringify(payload))
  form.set('files[0]', new Blob([Buffer.from(picture)], { type: 'image/png' }), 'card.png')
  return form
}

function lineOf(row: Uncovered, among: readonly Uncovered[]): string {
  return `${MEDALS[row.rank - 1]} **${plain(shownName(row))}** – ${pointsOf(row, among)} points`
}

/** Isolated, and without what Discord would make links, mentions or formatting of. */
function plain(name: string): string {
  const escaped = cut(singleLine(name), MAX_NAME_LENGTH).replace(/[\\`*_~|<>[\]()#@:/-]/g, '\\$&')
  return `\u2068${escaped}\u2069`
}
