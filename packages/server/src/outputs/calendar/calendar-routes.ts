import {
  getCalendarLink,
  getLeagueCalendar,
  getOwnCalendar,
  getPublicCalendar,
} from '@rollcall/contract/calendar'
import { addressOf, PAGES } from '@rollcall/contract/pages'
import type { FastifyReply } from 'fastify'
import { serveMakeCalendarLink } from '../../domain/events/acts/make-calendar-link.ts'
import { serveRemoveCalendarLink } from '../../domain/events/acts/remove-calendar-link.ts'
import type { PublicLeagues } from '../../domain/events/league/public-leagues.ts'
import { ApiError } from '../../edge/api-error.ts'
import type { AppContext } from '../../edge/app-context.ts'
import type { Serve } from '../../edge/serve-endpoint.ts'
import { listLeagueRounds, listListedEvents, listOwnEvents, writeCalendar } from './calendar.ts'

export function serveCalendars(serve: Serve, context: AppContext, leagues: PublicLeagues): void {
  const { db, config, now } = context

  serve(getPublicCalendar, async ({ reply }) => {
    const events = await listListedEvents(db, now())
    return send(reply, {
      fileName: 'events.ics',
      text: writeCalendar(events, {
        name: `${config.productName} events`,
        now: now(),
        config,
        addressOf: ({ publicToken }) =>
          publicToken === null ? PAGES.events.path : addressOf(PAGES.event, { token: publicToken }),
      }),
    })
  })

  serve(getOwnCalendar, async ({ params: { token }, reply }) => {
    const owner = await db
      .selectFrom('calendar_links')
      .select('user_id as userId')
      .where('token', '=', token)
      .executeTakeFirst()
    if (owner === undefined) {
      throw new ApiError('no_such_link')
    }
    const events = await listOwnEvents(db, { ...owner, now: now() })
    return send(reply, {
      fileName: 'my-events.ics',
      text: writeCalendar(events, {
        name: `My ${config.productName} events`,
        now: now(),
        config,
        addressOf: ({ id }) => addressOf(PAGES.eventLeaderboard, { eventId: id }),
      }),
    })
  })

  serve(getLeagueCalendar, async ({ params: { token }, reply }) => {
    const league = await leagues.getSeries(token)
    const events = await listLeagueRounds(db, { seriesId: league.id, now: now() })
    return send(reply, {
      fileName: 'league.ics',
      text: writeCalendar(events, {
        name: league.name,
        now: now(),
        config,
        addressOf: ({ publicToken }) =>
          publicToken === null
            ? addressOf(PAGES.league, { token })
            : addressOf(PAGES.event, { token: publicToken }),
      }),
    })
  })

  serve(getCalendarLink, async ({ caller: { userId } }) => {
    const link = await db
      .selectFrom('calendar_links')
      .select('token')
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return { token: link?.token ?? null }
  })

  serveMakeCalendarLink(serve, context)
  serveRemoveCalendarLink(serve, context)
}

function send(reply: FastifyReply, { fileName, text }: { fileName: string; text: string }): string {
  reply.headers({
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': `inline; filename="${fileName}"`,
  })
  return text
}
