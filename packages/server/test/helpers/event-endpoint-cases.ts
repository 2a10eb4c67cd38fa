/** The endpoint cases of events, their series and their shows. */
import type { EndpointCase } from './endpoint-cases.ts'
import { LEAGUE_RULES, newEvent, PRIVATE, type World, withoutZone } from './owners-world.ts'

export const COMPANION_DAYS = { startAt: '2026-11-14', endAt: '2026-11-15' }

export const eventId = ({ eventId }: World) => ({ id: eventId })
const leagueToken = ({ leagueToken }: World) => ({ token: leagueToken })
const seriesId = ({ seriesId }: World) => ({ id: seriesId })
const CELL = { row: '1', racer: `${PRIVATE.toLowerCase()}_racer` }
const TEAM = { name: `${PRIVATE} team`, color: 'red' }
const anyTeam = ({ seriesId }: World) => ({ id: seriesId, teamId: 1 })
const anyMember = (world: World) => ({ ...anyTeam(world), memberId: 1 })
const anyEntry = ({ seriesId }: World) => ({ id: seriesId, entryId: 1 })
const publicToken = ({ publicToken }: World) => ({ token: publicToken })

export const EVENT_CASES: Readonly<Record<string, EndpointCase>> = {
  'GET /api/events/getAll': { stranger: 'own' },
  'GET /api/events/public': { query: () => ({ page: '1' }), stranger: 'public' },
  'GET /events/card.png': { stranger: 'public' },
  'GET /api/events/getById/:id': { params: eventId, stranger: 'unauthorized' },
  'GET /api/dropdowns/users': { query: () => ({ search: 'own' }), stranger: 'public' },
  'PUT /api/events/update/:id': {
    params: eventId,
    body: ({ configurationId, ownerId, eventId }) => ({
      id: eventId,
      name: `${PRIVATE} cup`,
      ...COMPANION_DAYS,
      leaderboard_config_id: configurationId,
      participants: [ownerId],
    }),
    stranger: 'unauthorized',
  },
  // With the owner's configuration, which nobody else can use.
  'POST /api/events/createEventSingle': { body: newEvent, stranger: 422 },
  'POST /api/events/createEventSeries': {
    body: (world) => ({
      seriesName: `${PRIVATE} league`,
      events: [withoutZone(newEvent(world))],
      timeZone: 'UTC',
    }),
    stranger: 422,
  },
  'GET /api/events/getBySeriesId/:id': {
    params: ({ seriesId }) => ({ id: seriesId }),
    stranger: 'unauthorized',
  },
  'POST /api/events/update-event-series/:id': {
    params: ({ seriesId }) => ({ id: seriesId }),
    body: () => ({ event_series_name: `${PRIVATE} league` }),
    stranger: 'unauthorized',
  },
  'GET /api/events/get-leaderboard/:id': { params: eventId, stranger: 'unauthorized' },
  'GET /api/events/export/:id': {
    params: eventId,
    query: () => ({ content: 'explanations' }),
    stranger: 403,
  },
  'GET /api/events/explain-row/:id': {
    params: eventId,
    query: () => ({ racer: `${PRIVATE.toLowerCase()}_racer` }),
    stranger: 'unauthorized',
  },

  'POST /api/events/event/:id/try-configuration': {
    params: eventId,
    body: () => ({ leaderboard_config_id: 1 }),
    stranger: 'unauthorized',
  },
  'GET /api/events/adjustments/:id': { params: eventId, stranger: 'unauthorized' },
  'GET /api/events/adjustments/:id/rows': { params: eventId, stranger: 'unauthorized' },
  'POST /api/events/adjustments/:id': {
    params: eventId,
    body: () => ({
      racer: `${PRIVATE.toLowerCase()}_racer`,
      ...{ kind: 'penalty', points: 1, reason: 'wrong-map', note: PRIVATE },
    }),
    stranger: 'unauthorized',
  },
  'DELETE /api/events/adjustments/:id/:adjustment': {
    params: (world) => ({ ...eventId(world), adjustment: 1 }),
    stranger: 'unauthorized',
  },
  'GET /api/events/own-row/:id': { params: eventId, stranger: 'unauthorized' },
  'GET /api/events/my-results': { stranger: 'own' },
  'GET /api/calendar/events.ics': { stranger: 'public' },
  // For anyone with the token, and this is the owner's.
  'GET /api/calendar/own/:token': {
    params: ({ calendarToken }) => ({ token: calendarToken }),
    stranger: 'public',
  },
  'GET /api/calendar/link': { stranger: 'own' },
  'POST /api/calendar/link': { stranger: 'own' },
  'DELETE /api/calendar/link': { stranger: 'own' },

  'POST /api/events/leave/:id': { params: eventId, stranger: 404 },
  'POST /api/events/leave-series/:id': {
    params: ({ seriesId }) => ({ id: seriesId }),
    stranger: 404,
  },
  'GET /api/events/left': { stranger: 'own' },
  'POST /api/events/rejoin/:id': { params: eventId, stranger: 404 },
  'POST /api/events/rejoin-series/:id': {
    params: ({ seriesId }) => ({ id: seriesId }),
    stranger: 404,
  },
  'GET /api/events/blocked-organisers': { stranger: 'own' },
  'PUT /api/events/blocked-organisers/:id': {
    params: ({ ownerId }) => ({ id: ownerId }),
    stranger: 'own',
  },
  'DELETE /api/events/blocked-organisers/:id': {
    params: ({ ownerId }) => ({ id: ownerId }),
    stranger: 'own',
  },

  'GET /api/events/event/:id/helpers': { params: eventId, stranger: 'unauthorized' },
  'PUT /api/events/event/:id/helpers/:userId': {
    params: (world) => ({ ...eventId(world), userId: world.ownerId }),
    body: () => ({ role: 'moderator', seesSealed: false }),
    stranger: 'unauthorized',
  },
  'DELETE /api/events/event/:id/helpers/:userId': {
    params: (world) => ({ ...eventId(world), userId: world.ownerId }),
    stranger: 'unauthorized',
  },
  'POST /api/events/event/:id/stop-helping': { params: eventId, stranger: 404 },
  'GET /api/events/series/:id/helpers': { params: seriesId, stranger: 'unauthorized' },
  'PUT /api/events/series/:id/helpers/:userId': {
    params: (world) => ({ ...seriesId(world), userId: world.ownerId }),
    body: () => ({ role: 'moderator', seesSealed: false }),
    stranger: 'unauthorized',
  },
  'DELETE /api/events/series/:id/helpers/:userId': {
    params: (world) => ({ ...seriesId(world), userId: world.ownerId }),
    stranger: 'unauthorized',
  },
  'POST /api/events/series/:id/stop-helping': { params: seriesId, stranger: 404 },

  'GET /api/events/seals': { stranger: 'own' },
  'PUT /api/events/seals/:id': {
    params: eventId,
    body: () => ({
      isAgreed: true,
      startsAt: '2026-11-14T00:00:00Z',
      endsAt: '2026-11-16T00:00:00Z',
    }),
    stranger: 404,
  },
  'POST /api/events/seals/open': { stranger: 'own' },

  'GET /api/events/summary/:id': { params: eventId, stranger: 'unauthorized' },
  'POST /api/events/series/:id/create-event': {
    params: ({ seriesId }) => ({ id: seriesId }),
    body: newEvent,
    stranger: 'unauthorized',
  },
  'PUT /api/events/series/:id/events/:eventId': {
    params: ({ seriesId, eventId }) => ({ id: seriesId, eventId }),
    stranger: 'unauthorized',
  },
  'DELETE /api/events/series/:id/events/:eventId': {
    params: ({ seriesId, eventId }) => ({ id: seriesId, eventId }),
    stranger: 'unauthorized',
  },
  'GET /api/events/series/:id/league': {
    params: ({ seriesId }) => ({ id: seriesId }),
    stranger: 'unauthorized',
  },
  'PUT /api/events/series/:id/league': {
    params: ({ seriesId }) => ({ id: seriesId }),
    body: () => ({ rules: LEAGUE_RULES }),
    stranger: 'unauthorized',
  },
  'POST /api/events/series/:id/league/try': {
    params: ({ seriesId }) => ({ id: seriesId }),
    body: () => ({ rules: LEAGUE_RULES }),
    stranger: 'unauthorized',
  },
  'GET /api/events/series/:id/league/cell': {
    params: seriesId,
    query: ({ eventId }) => ({ ...CELL, round: String(eventId) }),
    stranger: 'unauthorized',
  },
  'GET /api/events/series/:id/league/games': { params: seriesId, stranger: 'unauthorized' },
  'PUT /api/events/series/:id/league/rounds/:eventId': {
    params: ({ seriesId, eventId }) => ({ id: seriesId, eventId }),
    body: () => ({ to: 'voided', reason: 'wrong map' }),
    stranger: 'unauthorized',
  },
  'PUT /api/events/series/:id/league/rounds/:eventId/announcement': {
    params: ({ seriesId, eventId }) => ({ id: seriesId, eventId }),
    body: () => ({ announcement: 'Five laps.' }),
    stranger: 'unauthorized',
  },
  'PUT /api/events/series/:id/league/rounds/:eventId/prescription': {
    params: ({ seriesId, eventId }) => ({ id: seriesId, eventId }),
    // Anything else would take the event's snapshots out of its boards.
    body: () => ({ prescription: null }),
    stranger: 'unauthorized',
  },
  'GET /api/events/series/:id/league/rounds/:eventId/games': {
    params: ({ seriesId, eventId }) => ({ id: seriesId, eventId }),
    stranger: 'unauthorized',
  },
  'PUT /api/events/series/:id/league/rounds/:eventId/games/:gameId': {
    params: ({ seriesId, eventId, gameId }) => ({ id: seriesId, eventId, gameId }),
    body: () => ({ swapped: 'in' }),
    stranger: 'unauthorized',
  },
  'GET /api/events/series/:id/league/rounds/:eventId/proposal': {
    params: ({ seriesId, eventId }) => ({ id: seriesId, eventId }),
    stranger: 'unauthorized',
  },
  'POST /api/events/series/:id/league/rounds/:eventId/proposal': {
    params: ({ seriesId, eventId }) => ({ id: seriesId, eventId }),
    body: () => ({ decision: 'decline', seen: 'nothing' }),
    stranger: 'unauthorized',
  },
  'GET /api/events/series/:id/league/prizes': {
    params: seriesId,
    stranger: 'unauthorized',
  },
  'PUT /api/events/series/:id/league/season': {
    params: seriesId,
    body: () => ({ isFinished: false }),
    stranger: 'unauthorized',
  },
  'PUT /api/events/series/:id/league/prizes': {
    params: seriesId,
    body: () => ({ prizes: ['Cup'] }),
    stranger: 'unauthorized',
  },
  'POST /api/events/series/:id/league/passed-over': {
    params: seriesId,
    body: () => ({ row: { id: '1', racer_name: 'nobody', total: 0 }, reason: 'won_before' }),
    stranger: 'unauthorized',
  },
  'DELETE /api/events/series/:id/league/passed-over/:passedOverId': {
    params: ({ seriesId }) => ({ id: seriesId, passedOverId: 1 }),
    stranger: 'unauthorized',
  },
  'PUT /api/events/series/:id/league/divisions': {
    params: seriesId,
    body: () => ({ divisions: [{ id: null, name: 'Gold' }] }),
    stranger: 'unauthorized',
  },
  'GET /api/events/series/:id/league/divisions/:divisionId/members': {
    params: ({ seriesId }) => ({ id: seriesId, divisionId: 1 }),
    stranger: 'unauthorized',
  },
  'POST /api/events/series/:id/league/divisions/:divisionId/members': {
    params: ({ seriesId }) => ({ id: seriesId, divisionId: 1 }),
    body: () => ({ names: ['nobody'] }),
    stranger: 'unauthorized',
  },
  'PUT /api/events/series/:id/league/division-members': {
    params: seriesId,
    body: () => ({ members: [1], division: null }),
    stranger: 'unauthorized',
  },
  'GET /api/events/series/:id/league/disqualified': {
    params: seriesId,
    stranger: 'unauthorized',
  },
  'POST /api/events/series/:id/league/disqualified': {
    params: seriesId,
    body: () => ({
      row: { id: '1', racer_name: 'nobody', total: 0 },
      ...{ reason: 'unfair-play', note: PRIVATE },
    }),
    stranger: 'unauthorized',
  },
  'DELETE /api/events/series/:id/league/disqualified/:disqualifiedId': {
    params: ({ seriesId }) => ({ id: seriesId, disqualifiedId: 1 }),
    stranger: 'unauthorized',
  },
  'POST /api/events/series/:id/copy': {
    params: seriesId,
    body: () => ({ name: `${PRIVATE} league`, firstDay: '2027-01-09' }),
    stranger: 'unauthorized',
  },
  'GET /api/events/objections/:eventId': {
    params: ({ eventId }) => ({ eventId }),
    stranger: 'own',
  },
  'POST /api/events/objections/:eventId': {
    params: ({ eventId }) => ({ eventId }),
    body: () => ({ text: 'I raced as somebody else' }),
    stranger: 'unauthorized',
  },
  'DELETE /api/events/objections/:eventId': {
    params: ({ eventId }) => ({ eventId }),
    stranger: 404,
  },
  'POST /api/events/objections/:eventId/:objectionId': {
    params: ({ eventId }) => ({ eventId, objectionId: 1 }),
    body: () => ({ isUpheld: true, text: 'Right' }),
    stranger: 'unauthorized',
  },
  'POST /api/events/series/:id/link': {
    params: ({ seriesId }) => ({ id: seriesId }),
    stranger: 'unauthorized',
  },
  'DELETE /api/events/series/:id/link': {
    params: ({ seriesId }) => ({ id: seriesId }),
    stranger: 'unauthorized',
  },
  // The token alone gives access.
  'GET /api/leagues/:token': { params: leagueToken, stranger: 'public' },
  'GET /api/leagues/:token/board': { params: leagueToken, stranger: 'public' },
  'GET /api/leagues/:token/rows': { params: leagueToken, stranger: 'public' },
  'GET /api/leagues/:token/story': { params: leagueToken, stranger: 'public' },
  'GET /api/leagues/:token/outlook': { params: leagueToken, stranger: 'public' },
  'GET /api/leagues/:token/teams': { params: leagueToken, stranger: 'public' },
  'GET /api/leagues/:token/own': { params: leagueToken, stranger: 'own' },
  'GET /api/leagues/:token/cell': {
    params: leagueToken,
    query: ({ eventId }) => ({ ...CELL, round: String(eventId) }),
    // The event's public page announces its results, so that the round does not count yet.
    stranger: 'own',
  },
  'GET /api/leagues/:token/export': { params: leagueToken, stranger: 'public' },
  'GET /api/calendar/leagues/:token': { params: leagueToken, stranger: 'public' },
  'GET /s/:token/card.png': { params: leagueToken, stranger: 'public' },
  // The round's days are over; league-runs.test.ts has some that are not.
  'GET /api/events/series/:id/league/rounds/:eventId/streamers': {
    params: ({ seriesId, eventId }) => ({ id: seriesId, eventId }),
    stranger: 'unauthorized',
  },
  'PUT /api/events/series/:id/league/rounds/:eventId/streamers/:userId': {
    params: ({ seriesId, eventId, ownerId }) => ({ id: seriesId, eventId, userId: ownerId }),
    body: () => ({ hasRun: true }),
    stranger: 'unauthorized',
  },
  'GET /api/events/own-rounds': { stranger: 'own' },
  'PUT /api/events/own-rounds/:id': {
    params: eventId,
    body: () => ({ hasRun: true }),
    stranger: 'unauthorized',
  },
  'PUT /api/events/own-rounds/:id/named': {
    params: eventId,
    body: () => ({ waiting: 0 }),
    stranger: 'unauthorized',
  },
  'PUT /api/events/own-rounds/:id/slot': {
    params: eventId,
    body: () => ({ slot: null }),
    stranger: 'unauthorized',
  },
  'POST /api/companion/runs': {
    body: ({ companionKey, eventId }) => ({ uploadKey: companionKey, eventId, hasRun: true }),
    stranger: 409,
  },
  'GET /api/leagues/:token/entrants': { params: leagueToken, stranger: 'public' },
  'GET /api/leagues/:token/entry': { params: leagueToken, stranger: 'own' },
  'POST /api/leagues/:token/entry': {
    params: leagueToken,
    body: () => ({ kind: 'streamer' }),
    stranger: 409,
  },
  'GET /api/events/own-entries': { stranger: 'own' },
  'DELETE /api/events/own-entries/:id': { params: () => ({ id: 1 }), stranger: 404 },
  'GET /api/events/series/:id/league/entries': { params: seriesId, stranger: 'unauthorized' },
  'PUT /api/events/series/:id/league/entries/:entryId': {
    params: anyEntry,
    stranger: 'unauthorized',
  },
  'DELETE /api/events/series/:id/league/entries/:entryId': {
    params: anyEntry,
    stranger: 'unauthorized',
  },
  'GET /api/events/series/:id/league/teams': { params: seriesId, stranger: 'unauthorized' },
  'POST /api/events/series/:id/league/teams': {
    params: seriesId,
    body: () => TEAM,
    stranger: 'unauthorized',
  },
  'PUT /api/events/series/:id/league/teams/:teamId': {
    params: anyTeam,
    body: () => TEAM,
    stranger: 'unauthorized',
  },
  'DELETE /api/events/series/:id/league/teams/:teamId': {
    params: anyTeam,
    stranger: 'unauthorized',
  },
  'POST /api/events/series/:id/league/teams/:teamId/link': {
    params: anyTeam,
    stranger: 'unauthorized',
  },
  'PUT /api/events/series/:id/league/teams/:teamId/members/:memberId': {
    params: anyMember,
    stranger: 'unauthorized',
  },
  'DELETE /api/events/series/:id/league/teams/:teamId/members/:memberId': {
    params: anyMember,
    stranger: 'unauthorized',
  },
  'POST /api/events/series/:id/league/teams/:teamId/remove-hidden': {
    params: anyTeam,
    body: () => ({ members: 1 }),
    stranger: 'unauthorized',
  },
  'GET /api/events/own-teams': { stranger: 'own' },
  // The league has no team; teams.test.ts has some.
  'GET /api/teams/:token': { params: publicToken, stranger: 404 },
  'POST /api/teams/:token': { params: publicToken, stranger: 404 },
  'PUT /api/events/series/:id/order': {
    params: ({ seriesId }) => ({ id: seriesId }),
    body: ({ eventId }) => ({ events: [eventId] }),
    stranger: 'unauthorized',
  },
  'DELETE /api/events/event/:id': { params: eventId, stranger: 'unauthorized' },
  'DELETE /api/events/series/:id': {
    params: ({ seriesId }) => ({ id: seriesId }),
    stranger: 'unauthorized',
  },

  'GET /api/show/control/:id': { params: eventId, stranger: 'unauthorized' },
  'GET /api/show/control/:id/rows': {
    params: eventId,
    query: () => ({ page: '1', search: 'racer' }),
    stranger: 'unauthorized',
  },
  'POST /api/show/control/:id/move': {
    params: eventId,
    body: () => ({ version: 0, move: { kind: 'start', phase: 'live', startRank: 11 } }),
    stranger: 'unauthorized',
  },
  'PUT /api/show/control/:id/settings': {
    params: eventId,
    body: () => ({ isSealed: true, isPublic: true, isListed: false, pausesOverlays: false }),
    stranger: 'unauthorized',
  },
  'PUT /api/show/control/:id/hold': {
    params: eventId,
    body: () => ({ isOn: true }),
    stranger: 'unauthorized',
  },
  'POST /api/show/control/:id/token': {
    params: eventId,
    body: () => ({ of: 'public' }),
    stranger: 'unauthorized',
  },
  'GET /api/show/stage/:id': { params: eventId, stranger: 'unauthorized' },
  'GET /api/chat/:channel/event/:token': {
    params: ({ publicToken }) => ({ channel: 'owner', token: publicToken }),
    stranger: 'public',
  },

  'GET /e/:token/card.png': { params: publicToken, stranger: 'public' },
  'GET /api/discord/:id': { params: eventId, stranger: 'unauthorized' },
  'PUT /api/discord/:id': {
    params: eventId,
    body: () => ({ address: 'https://discord.com/api/webhooks/1/a-token' }),
    stranger: 'unauthorized',
  },
  'PUT /api/discord/:id/rounds': {
    params: eventId,
    body: () => ({ isOn: false }),
    stranger: 'unauthorized',
  },
  'POST /api/discord/:id/post': {
    params: eventId,
    body: () => ({ after: null }),
    stranger: 'unauthorized',
  },
  // The token alone gives access.
  // A token that moves no show; show-control.test.ts has one that does.
  'GET /api/show-control/:token': { params: publicToken, stranger: 404 },
  'POST /api/show-control/:token/:action': {
    params: (world) => ({ ...publicToken(world), action: 'next' }),
    stranger: 404,
  },
  'GET /api/show/public/:token': { params: publicToken, stranger: 'public' },
  'GET /api/show/:token/now': { params: publicToken, stranger: 'public' },
  // Nobody can guess what is shown; show-versions.test.ts asks.
  'GET /api/show/:token/frame/:version': {
    params: (world) => ({ ...publicToken(world), version: 'none' }),
    stranger: 404,
  },
  'GET /api/show/public/:token/event': { params: publicToken, stranger: 'public' },
  'GET /api/show/public/:token/own': { params: publicToken, stranger: 'own' },
  'GET /api/show/public/:token/rows': {
    params: publicToken,
    query: () => ({ page: '1', search: '' }),
    stranger: 'public',
  },
  'GET /api/show/public/:token/export': { params: publicToken, stranger: 'public' },
  // The show has not started.
  'GET /api/show/public/:token/explain': {
    params: publicToken,
    query: () => ({ row: '1' }),
    stranger: 404,
  },
  'GET /api/show/overlay/:token': {
    params: ({ overlayToken }) => ({ token: overlayToken }),
    query: ({ ownerId }) => ({ userId: String(ownerId) }),
    stranger: 'public',
  },
  'GET /api/show/channel/:token': {
    params: ({ channelToken }) => ({ token: channelToken }),
    query: () => ({ of: 'season' }),
    stranger: 'public',
  },
  'GET /api/show/concerning': { stranger: 'own' },
  'PUT /api/show/concerning/:id': {
    params: eventId,
    body: () => ({ isAllowed: true }),
    stranger: 404,
  },
  'GET /api/show/own-channel': { stranger: 'own' },
  'POST /api/show/own-channel': { stranger: 404 },
}
