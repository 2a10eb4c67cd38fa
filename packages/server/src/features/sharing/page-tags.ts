/** What a link to a public event shows elsewhere: the tags that other sites read from the page's head. */
import type { Config } from '../../config.ts'
import { CARD_HEIGHT, CARD_WIDTH, type Card } from './card.ts'

export function tagsOf(
  card: Card,
  { config, token, version }: { config: Config; token: string; version: string },
): string {
  const racer = card.kind === 'racer' ? `racer=${encodeURIComponent(card.racer.key)}` : ''
  const page = `${config.publicUrl}/e/${token}`
  const image = `${page}/card.png?v=${version}${racer && `&${racer}`}`
  const title = titleOf(card)
  const tags: [string, string][] = [
    ['og:type', 'website'],
    ['og:site_name', config.productName],
    ['og:title', title],
    ['og:description', card.about],
    ['og:url', `${page}${racer && `?${racer}`}`],
    ['og:image', image],
    ['og:image:type', 'image/png'],
    ['og:image:width', String(CARD_WIDTH)],
    ['og:image:height', String(CARD_HEIGHT)],
    ['og:image:alt', title],
  ]
  const cards: [string, string][] = [
    ['twitter:card', 'summary_large_image'],
    ['twitter:title', title],
    ['twitter:description', card.about],
    ['twitter:image', image],
  ]
  return [
    ...tags.map(([name, content]) => `<meta property="${name}" content="${escaped(content)}" />`),
    ...cards.map(([name, content]) => `<meta name="${name}" content="${escaped(content)}" />`),
  ].join('\n    ')
}

function titleOf(card: Card): string {
  return card.kind === 'racer'
    ? `${card.racer.name}: #${card.racer.rank} in ${card.event}`
    : card.event
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)
