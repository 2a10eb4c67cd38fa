/** Which act each endpoint is that not everybody may call on an event, a series, a show or a channel of somebody else. */
import type { Act, Noun } from '../../src/domain/rights/roles.ts'

/** Acts without an endpoint decide what an answer contains; rights.test.ts tries them. */
export const ACTS: { readonly [N in Noun]: Readonly<Record<Act<N>, readonly string[]>> } = {
  channel: {
    upload: [
      'POST /api/app/upload-data',
      'POST /api/app/upload-event-data',
      'POST /api/app/upload-mpl-data',
      'POST /api/companion/import',
      'POST /api/app/create-event',
    ],
    'upload for development': [],
    post: [
      'GET /api/discord/nights/:channel/:day',
      'PUT /api/discord/nights/:channel/:day',
      'POST /api/discord/nights/:channel/:day/post',
    ],
    'see held games': [],
    'choose names on boards': [
      'GET /api/channels/:channel/off-boards',
      'PUT /api/channels/:channel/off-boards/:platform/:login',
      'DELETE /api/channels/:channel/off-boards/:platform/:login',
    ],
    'correct uploads': [
      'POST /api/uploads/receipts/:id/undo',
      'POST /api/uploads/receipts/:id/count-as-another',
    ],
  },
  show: {
    run: [
      'GET /api/show/control/:id',
      'POST /api/show/control/:id/move',
      'GET /api/show/stage/:id',
    ],
    'see hidden rows': ['GET /api/show/control/:id/rows'],
    post: ['GET /api/discord/:id', 'PUT /api/discord/:id', 'POST /api/discord/:id/post'],
    'set up': ['POST /api/show/control/:id/token', 'PUT /api/show/control/:id/settings'],
  },
  event: {
    'list as own': [],
    'see boards': [
      'GET /api/events/summary/:id',
      'GET /api/events/get-leaderboard/:id',
      'GET /api/events/export/:id',
      'GET /api/events/explain-row/:id',
      'GET /api/events/own-row/:id',
      'GET /api/live',
      'POST /api/reports',
    ],
    'see open boards': [],
    'see sealed results': [],
    edit: [
      'GET /api/events/getById/:id',
      'PUT /api/events/update/:id',
      'GET /api/events/event/:id/helpers',
    ],
    appoint: [
      'PUT /api/events/event/:id/helpers/:userId',
      'DELETE /api/events/event/:id/helpers/:userId',
    ],
    'take part': [
      'PUT /api/events/seals/:id',
      'PUT /api/show/concerning/:id',
      'POST /api/events/leave/:id',
    ],
    object: ['POST /api/events/objections/:eventId'],
    delete: ['DELETE /api/events/event/:id'],
  },
  series: {
    'list as own': [],
    see: ['GET /api/events/getBySeriesId/:id', 'GET /api/events/series/:id/league'],
    // Before a co-organiser takes the event out, which only its owner can put back.
    'decide objections': ['POST /api/events/objections/:eventId/:objectionId'],
    edit: [
      'POST /api/events/update-event-series/:id',
      'PUT /api/events/series/:id/order',
      'PUT /api/events/series/:id/league',
      'POST /api/events/series/:id/league/try',
      'PUT /api/events/series/:id/league/rounds/:eventId',
      'GET /api/events/series/:id/league/rounds/:eventId/proposal',
      'POST /api/events/series/:id/league/rounds/:eventId/proposal',
      'GET /api/events/series/:id/league/prizes',
      'PUT /api/events/series/:id/league/prizes',
      'POST /api/events/series/:id/league/passed-over',
      'DELETE /api/events/series/:id/league/passed-over/:passedOverId',
      'POST /api/events/series/:id/copy',
      'POST /api/events/series/:id/link',
      'DELETE /api/events/series/:id/link',
      'DELETE /api/events/series/:id/events/:eventId',
      'PUT /api/events/series/:id/events/:eventId',
      'POST /api/events/series/:id/create-event',
      'GET /api/events/series/:id/helpers',
    ],
    appoint: [
      'PUT /api/events/series/:id/helpers/:userId',
      'DELETE /api/events/series/:id/helpers/:userId',
    ],
    'take part': ['POST /api/events/leave-series/:id'],
    delete: ['DELETE /api/events/series/:id'],
  },
}

/** Endpoints that refuse a stranger for another reason. */
export const OTHER_REASONS: Readonly<Record<string, string>> = {
  'POST /api/auth/:platform': 'the platform does not know the token',
  'DELETE /api/account/sessions/:id': 'it is not one of their sessions',
  'DELETE /api/api-keys/:id': 'it is not one of their keys',
  'GET /api/events/leaderboard-config/:id': 'a configuration is its owner’s',
  'POST /api/events/leaderboard-config': 'a configuration is its owner’s',
  'DELETE /api/events/leaderboard-config/:id': 'a configuration is its owner’s',
  'POST /api/events/createEventSingle': 'a configuration is its owner’s',
  'POST /api/events/createEventSeries': 'a configuration is its owner’s',
  'GET /api/events/objections/:eventId': 'they neither raced nor decide',
  'DELETE /api/events/objections/:eventId': 'it is not their objection',
  'GET /api/racers/:platform/:login/versus/:otherPlatform/:otherLogin': 'no such racer',
  'POST /api/events/rejoin/:id': 'only somebody who has left comes back',
  'POST /api/events/rejoin-series/:id': 'only somebody who has left comes back',
  'POST /api/events/event/:id/stop-helping': 'only a helper steps down',
  'POST /api/events/series/:id/stop-helping': 'only a helper steps down',
  'GET /api/show/public/:token/explain': 'the show has not started',
  'GET /api/show/:token/frame/:version': 'viewers do not see this version',
  'POST /api/show/own-channel': 'they have no channel',
  'PUT /api/uploads/handover': 'they have no channel',
  'POST /api/companion/codes': 'the companion is connected already',
  'GET /api/companion/codes/:code': 'the code was for somebody else',
  'POST /api/companion/codes/:code': 'the code was for somebody else',
  'DELETE /api/companions/:id': 'it is not one of their companions',
  'GET /download/:fileName': 'no such file',
  'GET /api/patch-notes/:id': 'no such note',
}
