/** The share picture of the site. */
import type { Config } from '../../config.ts'
import type { Card } from './card.ts'
import { siteName } from './card-texts.ts'

export function makeFrontCard(config: Config): Card {
  return {
    site: siteName(config),
    kind: 'announcement',
    title: `${config.productName} – marble race standings and live reveals`,
    about: 'The leaderboard for Marbles on Stream: find your rank, follow every race.',
  }
}
