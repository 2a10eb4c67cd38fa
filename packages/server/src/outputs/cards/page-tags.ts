/** The tags in the head of a public page, from which other sites make the preview of a link. */
import type { Config } from '../../config.ts'
import { CARD_HEIGHT, CARD_WIDTH, type Card } from './card.ts'

/** @param page the path of the page; `picture` is the path of its picture */
export function makeTags(
  card: Card,
  { config, page, picture }: { config: Config; page: string; picture: string },
): string {
  const image = config.publicUrl + picture
  const title = makeTitle(card)
  const tags: [string, string][] = [
    ['og:type', 'website'],
    ['og:site_name', config.productName],
    ['og:title', title],
    ['og:description', card.about],
    ['og:url', config.publicUrl + page],
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

function makeTitle(card: Card): string {
  return card.kind === 'racer'
    ? `${card.racer.name}: #${card.racer.rank} in ${card.title}`
    : card.title
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)
