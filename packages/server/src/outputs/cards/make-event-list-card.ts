/** The share picture of the list of events: it names the first ones. */
import type { Config } from '../../config.ts'
import type { Card } from './card.ts'
import { plain, siteName } from './card-texts.ts'

export const NAMED_EVENTS = 3

export function makeEventListCard(config: Config, events: readonly { name: string }[]): Card {
  return {
    site: siteName(config),
    kind: 'announcement',
    title: 'Events',
    about: events.map(({ name }) => plain(name)).join(' · ') || 'Now, soon, and who won',
  }
}
