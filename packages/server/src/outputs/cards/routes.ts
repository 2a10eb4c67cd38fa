import type { BoardMode } from '@rollcall/contract/channels'
import type { PageWithCard } from '@rollcall/contract/pages'
import { findPlace } from '@rollcall/contract/places'
import { sql } from 'kysely'
import { findPublicChannel, type PublicChannel } from '../../domain/boards/find-channel.ts'
import type { RacerBoards } from '../../domain/boards/racers.ts'
import type { SeasonBoards } from '../../domain/boards/season.ts'
import type { PublicLeagues } from '../../domain/events/league/public-leagues.ts'
import { listPublicEvents } from '../../domain/events/public-events.ts'
import type { Shows } from '../../domain/show/shows.ts'
import type { ScreenView } from '../../domain/show/views.ts'
import { getSettings } from '../../domain/site/settings.ts'
import { headOf } from '../../domain/standings/racer-heads.ts'
import { findShownPerson } from '../../domain/visibility/has-page.ts'
import type { AppContext } from '../../edge/app-context.ts'
import type { Serve } from '../../edge/serve-endpoint.ts'
import type { MakeHead } from '../../edge/static-pages.ts'
import { type ChosenBoard, findChosenBoard } from '../../pages/channel/asked-board.ts'
import { pageOfRacerBoard, searchBoard } from '../../pages/channel/board-pages.ts'
import { findGame } from '../../pages/game/find-game.ts'
import { findNamed, findPodium, findTopTiltee } from '../../pages/game/game-rows.ts'
import { listPublicRanks } from '../../pages/racer/public-ranks.ts'
import { type DaysOfSeasons, pageOfDays } from '../../pages/season/season-days.ts'
import { findSeason } from '../../pages/season/season-page.ts'
import type { Card } from './card.ts'
import { makeCard } from './make-card.ts'
import { makeChannelCard, PODIUM } from './make-channel-card.ts'
import { makeEventListCard, NAMED_EVENTS } from './make-event-list-card.ts'
import { makeFrontCard } from './make-front-card.ts'
import { makeGameCard } from './make-game-card.ts'
import { findOnLeagueCard, makeLeagueCard } from './make-league-card.ts'
import { makeRacerCard } from './make-racer-card.ts'
import { makeSeasonCard, makeSeasonDaysCard, SEASON_PODIUM } from './make-season-card.ts'
import { type PageCard, servePageCard } from './page-cards.ts'
import { Pictures } from './pictures.ts'

export const WITHOUT_TAGS = 'a page is sent without its tags'

interface Cards {
  makeHead: MakeHead
  /** Draws an event's picture for a post. */
  drawForPost(shown: ScreenView): Promise<Uint8Array>
  /** Draws a night's. */
  drawNight(channel: PublicChannel, day: string): Promise<Uint8Array>
}

interface Boards {
  shows: Shows
  racerBoards: RacerBoards
  seasonBoards: SeasonBoards
  seasonDays: DaysOfSeasons
  leagues: PublicLeagues
}

/** The pictures of pages, and what pages have in the head. */
export function serveCards(serve: Serve, context: AppContext, boards: Boards): Cards {
  const { config } = context
  const pictures = new Pictures(context)
  const card = <Name extends PageWithCard, Found>(page: PageCard<Name, Found>) =>
    servePageCard({ serve, config, pictures }, page)
  const heads: Readonly<Record<PageWithCard, MakeHead>> = {
    front: card(frontCard(context)),
    event: card(eventCard(context, boards)),
    game: card(gameCard(context)),
    league: card(leagueCard(context, boards)),
    racer: card(racerCard({ ...context, ...boards })),
    channel: card(channelCard({ ...context, ...boards })),
    night: card(nightCard({ ...context, ...boards })),
    season: card(seasonCard(context, boards)),
    events: card(eventListCard(context)),
  }
  return {
    drawForPost: async (shown) => pictures.drawForPost(await makeCard(context, shown, undefined)),

    async drawNight(channel, day) {
      const choice = { of: day, mode: 'all' } as const
      const board = await findChosenBoard({ ...context, ...boards }, channel, choice)
      return pictures.drawForPost(await drawBoard(context, channel, { board, mode: 'all' }))
    },

    async makeHead(request) {
      const place = findPlace(request.url)
      if (place === null || place.isEmbed || !hasCard(place.name)) {
        return null
      }
      try {
        return await heads[place.name](request)
      } catch (error) {
        // Too many requests, or the database does not answer: we send the page without tags.
        request.log.warn({ err: error }, WITHOUT_TAGS)
        return null
      }
    },
  }

  function hasCard(name: string): name is PageWithCard {
    return Object.hasOwn(heads, name)
  }
}

/** The compiler takes what `find` finds from here. */
function page<Name extends PageWithCard, Found>(card: PageCard<Name, Found>) {
  return card
}

/** What the site is. It asks the database nothing, because the page is opened most. */
function frontCard({ config }: AppContext) {
  return page({
    page: 'front',
    missing: 'not_found',
    find: async () => config,
    draw: makeFrontCard,
    ownerOf: () => 'front',
  })
}

function eventCard(context: AppContext, { shows }: Boards) {
  return page({
    page: 'event',
    missing: 'no_such_link',
    async find({ params, query }) {
      const shown = await shows.findPublic(params.token)
      return shown && { shown, racer: query.racer || undefined }
    },
    draw: ({ shown, racer }) => makeCard(context, shown, racer),
    ownerOf: ({ shown }) => `event ${shown.show.event.id}`,
    query: (_, card) => ofRacer(card),
    isListed: ({ shown }) => shown.show.settings.isListed,
    isCounted: ({ query }) => Boolean(query.racer),
  })
}

/** What a racer's own picture has in its address. */
const ofRacer = (card: Card): Readonly<Record<string, string>> =>
  card.kind === 'racer' ? { racer: card.racer.key } : {}

function gameCard(context: AppContext) {
  return page({
    page: 'game',
    missing: 'no_such_game',
    async find({ params, query }) {
      const game = await findGame(context, params.id)
      // A tilt level has no places.
      const racer = game?.details.mode === 'tilt' ? undefined : query.racer
      return game && { game, racer }
    },
    draw: async ({ game, racer }) =>
      makeGameCard(context.config, game, {
        podium: await findPodium(context.db, game.results),
        topTiltee: await findTopTiltee(context.db, game.results),
        racer: racer ? ((await findNamed(context.db, game.results, racer))?.row ?? null) : null,
      }),
    ownerOf: ({ game }) => `channel ${game.results.channelId}`,
    query: (_, card) => ofRacer(card),
    isCounted: ({ query }) => Boolean(query.racer),
  })
}

function leagueCard(context: AppContext, { leagues }: Boards) {
  return page({
    page: 'league',
    missing: 'no_such_link',
    async find({ params, query }) {
      const league = await leagues.find(params.token)
      if (league === null) return null
      const racer = query.racer || undefined
      return { racer, ...(await findOnLeagueCard(context.db, league, query.division)) }
    },
    draw: ({ league, racer }) => makeLeagueCard(context, league, racer),
    ownerOf: ({ league }) => `league ${league.id}`,
    query: ({ division }, card) => ({
      ...ofRacer(card),
      ...(division !== undefined && { division: String(division) }),
    }),
    isCounted: ({ query }) => Boolean(query.racer),
  })
}

function racerCard(context: AppContext & { racerBoards: RacerBoards }) {
  return page({
    page: 'racer',
    missing: 'no_such_racer',
    async find({ params }) {
      const person = await findShownPerson(context, params, null)
      return person && { person, head: await headOf(context.db, person, null) }
    },
    async draw({ person, head }) {
      const { season } = await getSettings(context.db)
      const moment = { season, now: context.now(), most: 1 }
      const [standing = null] = (await listPublicRanks(context, person, moment)).channels
      return makeRacerCard(context.config, head, { season, standing })
    },
    ownerOf: ({ head: { address } }) => `racer ${address.platform} ${address.login}`,
    params: ({ head: { address } }) => ({ ...address }),
    isCounted: () => true,
  })
}

function channelCard(context: AppContext & { racerBoards: RacerBoards }) {
  return page({
    page: 'channel',
    missing: 'no_such_channel_page',
    async find({ params, query }) {
      const channel = await findPublicChannel(context, params.channel)
      return channel && { channel, query, board: await findChosenBoard(context, channel, query) }
    },
    draw: ({ channel, query, board }) => drawBoard(context, channel, { board, ...query }),
    ownerOf: ({ channel }) => `channel ${channel.id}`,
    query: ({ query: { of, mode } }, card) => ({ of, mode, ...ofRacer(card) }),
    isCounted: ({ query }) => Boolean(query.racer),
  })
}

/** The day's board. */
function nightCard(context: AppContext & { racerBoards: RacerBoards }) {
  return page({
    page: 'night',
    missing: 'no_such_channel_page',
    async find({ params }) {
      const channel = await findPublicChannel(context, params.channel)
      const choice = { of: params.day, mode: 'all' } as const
      return channel && { channel, board: await findChosenBoard(context, channel, choice) }
    },
    draw: ({ channel, board }) => drawBoard(context, channel, { board, mode: 'all' }),
    ownerOf: ({ channel }) => `channel ${channel.id}`,
  })
}

async function drawBoard(
  { config, db }: AppContext,
  { label }: PublicChannel,
  { board, mode, racer = '' }: { board: ChosenBoard; mode: BoardMode; racer?: string | undefined },
): Promise<Card> {
  const { findNamed: findRacer } = await searchBoard(db, board, racer)
  const { rows } = await pageOfRacerBoard(db, board, { page: 1, search: '', limit: PODIUM })
  const last = rows.at(-1)?.score ?? 0
  const onPodium = board.board.list('points').filter(({ points }) => points >= last).length
  return makeChannelCard(config, {
    ...{ channelName: label.name, span: board.span, mode, total: board.total },
    heldDay: board.held?.day ?? null,
    rows,
    more: onPodium - rows.length,
    racer: (await findRacer())?.row ?? null,
  })
}

function seasonCard({ config, db }: AppContext, { seasonBoards, seasonDays }: Boards) {
  return page({
    page: 'season',
    missing: 'no_such_season',
    async find({ params, query: { of } }) {
      const shown = await findSeason(db, params.season)
      return shown && { shown, of }
    },
    async draw({ shown, of }) {
      const { season } = shown
      if (of === undefined) {
        return makeSeasonCard(config, shown, await seasonBoards.of(season))
      }
      const days = await seasonDays.of({ season, of })
      const { rows } = await pageOfDays(db, days.board, { page: 1, limit: SEASON_PODIUM })
      return makeSeasonDaysCard(config, { season, days, rows })
    },
    ownerOf: ({ shown: { season } }) => `season ${season}`,
    query: ({ of }) => (of === undefined ? {} : { of }),
  })
}

/** Names the events that run now, and the next ones. */
function eventListCard({ config, db, now }: AppContext) {
  return page({
    page: 'events',
    missing: 'not_found',
    find: () =>
      listPublicEvents(db, {
        which: sql`event.ends_at > ${now()}`,
        order: sql`event.starts_at, event.id`,
        limit: NAMED_EVENTS,
      }),
    draw: (events) => makeEventListCard(config, events),
    ownerOf: () => 'events',
  })
}
