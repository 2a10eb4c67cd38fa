/** The picture of the list of events, and what its page has in the head. */
import { getEventListCard } from '@rollcall/contract/sharing'
import { sql } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import { listPublicEvents } from '../events/public-events.ts'
import type { Card } from './card.ts'
import { plain, siteName } from './card-texts.ts'
import { type MakeHead, makeTags } from './page-tags.ts'
import { cardVersion, type PictureQueues } from './pictures.ts'
import { sendCard } from './send-card.ts'

const EVENTS_PAGE = /^\/events\/?(?:\?|$)/
const NAMED = 3

export function serveEventListCard(
  serve: Serve,
  { db, config, now }: AppContext,
  pictures: PictureQueues,
): MakeHead {
  serve(getEventListCard, async ({ request, reply }) =>
    sendCard(await makeEventListCard(), { request, reply, draw: pictures.inTurn('events') }),
  )

  return async (request) => {
    if (!EVENTS_PAGE.test(request.url)) {
      return null
    }
    const card = await makeEventListCard()
    return {
      tags: makeTags(card, {
        config,
        page: '/events',
        picture: `/events/card.png?v=${cardVersion(card)}`,
      }),
      isListed: true,
    }
  }

  /** Names those that run now, and the next ones. */
  async function makeEventListCard(): Promise<Card> {
    const events = await listPublicEvents(db, {
      which: sql`event.ends_at > ${now()}`,
      order: sql`event.starts_at, event.id`,
      limit: NAMED,
    })
    return {
      site: siteName(config),
      kind: 'announcement',
      title: 'Events',
      about: events.map(({ name }) => plain(name)).join(' · ') || 'Now, soon, and who won',
    }
  }
}
