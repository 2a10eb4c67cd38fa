/** The show of an event: the organiser moves it, the server holds it, everybody else sees what is uncovered. */
import { REVEAL_START_RANK } from '@rollcall/scoring/reveal'
import * as z from 'zod/mini'
import {
  endpoint,
  eventDays,
  id,
  idParams,
  idText,
  MAX_ID,
  pageNumber,
  racerLabel,
  searchText,
} from './endpoint.ts'
import { Unauthorized } from './events.ts'
import { ExplanationTerm } from './events-boards.ts'
import { SealAnswer } from './events-seals.ts'
import { Scene, ShowRow, ShowView } from './show-view.ts'

/** 128 random bits as base64url. */
const TOKEN_PATTERN = /^[\w-]{22}$/
const NO_SUCH_LINK = 'There is nothing at this address: the link is not complete.'
export const tokenParams = z.object({
  token: z.string().check(z.regex(TOKEN_PATTERN, NO_SUCH_LINK)),
})

export const SHOW_PAGE_SIZE = 50
export const MAX_START_RANK = 1_000_000

/** `waiting`: not begun, or reset. */
export const ShowPhase = z.enum(['waiting', 'rehearsal', 'live', 'final'])
export type ShowPhase = z.infer<typeof ShowPhase>

/** What the next press does. After the podium only finishing is left. */
export const NextPress = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('start') }),
  z.object({ kind: z.literal('reveal'), rank: z.number() }),
  z.object({ kind: z.literal('show-podium') }),
  z.object({ kind: z.literal('finish') }),
  z.object({ kind: z.literal('none') }),
])
export type NextPress = z.infer<typeof NextPress>

/** Who has sent results, and what came with them. */
export const ShowStreamer = z.object({
  userId: z.number(),
  username: z.string(),
  profileImageUrl: z.nullable(z.string()),
  /** When the snapshot came, or the last counted game finished; null: nothing is there yet. */
  receivedAt: z.nullable(z.string()),
  racerCount: z.number(),
  /** Games in the event's window; 0 where only a snapshot tells. */
  gameCount: z.number(),
  /** Whether the show may pause the channel's overlay. */
  allowsPause: z.boolean(),
  /** What the streamer said to the event's seal; null: nothing yet. */
  sealAnswer: z.nullable(SealAnswer),
  /** Games that other sealed events hold, so that this event does not show them before their shows. */
  heldGames: z.number(),
  /** Whether other sealed events hold the streamer's snapshot. */
  hasHeldSnapshot: z.boolean(),
  /** Of the newest upload for the event, in plain words. */
  warnings: z.array(z.string()),
  /** Whether something has come, or was taken back, since the board was frozen. */
  hasArrived: z.boolean(),
})
export type ShowStreamer = z.infer<typeof ShowStreamer>

export const MAX_VIEWERS_DELAY_S = 60

export const ShowSettings = z.object({
  /** 'Results sealed until the reveal': participants too get only what is uncovered. */
  isSealed: z.boolean(),
  /** Whether the public page's address answers. */
  isPublic: z.boolean(),
  /** Whether search engines may list the public page. */
  isListed: z.boolean(),
  /** While the show is live, the channel overlays of the streamers who take part show nothing. */
  pausesOverlays: z.boolean(),
  /** Seconds that public page, chat, pictures and participants follow the stage later, as the stream does. */
  viewersDelayS: z.int().check(z.minimum(0), z.maximum(MAX_VIEWERS_DELAY_S)),
})
export type ShowSettings = z.infer<typeof ShowSettings>

/** A row as only organiser and admins see it. */
const ControlRow = z.extend(ShowRow, {
  event_points: z.number(),
  isUncovered: z.boolean(),
})

/** What a place shows of the event's board. */
export const ShownPlace = z.object({
  scene: Scene,
  /** The rank that a reveal has reached. */
  reached: z.nullable(z.number()),
  /** Of the frozen board; 0 before the show. */
  rowCount: z.number(),
})
export type ShownPlace = z.infer<typeof ShownPlace>

export const ControlRoom = z.object({
  event: z.object({
    id: z.number(),
    name: z.string(),
    ...eventDays,
    organiser: z.object({ username: z.string() }),
  }),
  settings: ShowSettings,
  /** In `/e/{token}` and `/overlay/e/{token}`; null until one is made. */
  publicToken: z.nullable(z.string()),
  overlayToken: z.nullable(z.string()),
  phase: ShowPhase,
  /** To be named by the next move. */
  version: z.number(),
  /** The streamer whose board it is, or will be; null: All Streamers. */
  boardUserId: z.nullable(z.number()),
  startRank: z.number(),
  /** Where `back` leads to while the podium is open. */
  reached: z.nullable(z.number()),
  isPodiumOpen: z.boolean(),
  next: NextPress,
  /** Whether `back` would change anything. */
  canGoBack: z.boolean(),
  /** How long moves are still refused because a blur is running. */
  waitMs: z.number(),
  streamers: z.array(ShowStreamer),
  /** Whether the board would be another one if it were frozen now. */
  hasArrivals: z.boolean(),
  /** Of the frozen board; 0 before the show. */
  rowCount: z.number(),
  /** Whether participants see all results, revealed or not. */
  isOpen: z.boolean(),
  overlay: ShownPlace,
  /** The public page while it is on, and participants while the event is sealed. */
  viewers: ShownPlace,
  /** What `viewers` shows later, the next one first. */
  coming: z.array(z.extend(ShownPlace, { inMs: z.number() })),
})
export type ControlRoom = z.infer<typeof ControlRoom>

const ofControl = {
  noun: 'show',
  access: 'user',
  params: idParams,
  response: z.union([ControlRoom, Unauthorized]),
} as const

export const getControlRoom = endpoint({
  ...ofControl,
  method: 'GET',
  path: '/api/show/control/:id',
  summary: "Everything an organiser needs to run an event's show; for its creator and admins",
  errors: [404],
})

export const listControlRows = endpoint({
  ...ofControl,
  method: 'GET',
  path: '/api/show/control/:id/rows',
  rateLimit: 'search',
  summary: 'A page of the whole board, hidden rows too; for creator and admins',
  query: z.strictObject({
    page: pageNumber,
    /** Part of a racer's name, letter case ignored. */
    search: searchText,
    /** Before the show: one streamer's board. Absent: All Streamers. */
    userId: z.optional(idText),
  }),
  response: z.union([
    z.object({ rows: z.array(ControlRow), total: z.number(), totalPages: z.number() }),
    Unauthorized,
  ]),
  errors: [404, 422],
})

const rank = z.int().check(z.minimum(1), z.maximum(MAX_START_RANK))

/**
 * `start` freezes the board; rows of `startRank` and below are uncovered at once. `next` uncovers the next rank,
 * all who share it, and after rank 1 opens the podium; `back` takes one such step back; `jump` goes to a rank,
 * `podium` straight to the podium.
 * `finish` uncovers everything; it ends a rehearsal. `reset` hides everything again and forgets the board.
 * `take-over` freezes the board anew and stays at the reached rank.
 */
export const Move = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('start'),
    phase: z.enum(['rehearsal', 'live']),
    /** One streamer's board; absent: All Streamers. */
    userId: z.optional(z.nullable(id)),
    startRank: z._default(rank, REVEAL_START_RANK),
  }),
  z.strictObject({ kind: z.literal('next') }),
  z.strictObject({ kind: z.literal('back') }),
  z.strictObject({ kind: z.literal('jump'), rank }),
  z.strictObject({ kind: z.literal('podium') }),
  z.strictObject({ kind: z.literal('finish') }),
  z.strictObject({ kind: z.literal('reset') }),
  z.strictObject({ kind: z.literal('take-over') }),
])
export type Move = z.infer<typeof Move>

export const moveShow = endpoint({
  ...ofControl,
  method: 'POST',
  path: '/api/show/control/:id/move',
  summary:
    'Moves a show that stands at the version named; 409 `show_moved` where it has moved on, `blur_running` while a blur clears',
  body: z.strictObject({ version: z.int().check(z.minimum(0), z.maximum(MAX_ID)), move: Move }),
  errors: [404, 409, 422],
})

export const changeShowSettings = endpoint({
  ...ofControl,
  method: 'PUT',
  path: '/api/show/control/:id/settings',
  rateLimit: 'events',
  summary:
    "Seals an event, makes its page public, lists it, pauses overlays, delays viewers' pages, chooses what a show that waits starts with; what is not sent stays",
  body: z.partial(
    z.strictObject({
      ...ShowSettings.shape,
      startRank: rank,
      /** null: All Streamers. */
      boardUserId: z.nullable(id),
    }),
  ),
  errors: [404, 409, 422],
})

export const replaceShowToken = endpoint({
  ...ofControl,
  method: 'POST',
  path: '/api/show/control/:id/token',
  rateLimit: 'events',
  summary: 'Makes an address for the public page or the overlay; an old one ends',
  body: z.strictObject({ of: z.enum(['public', 'overlay']) }),
  errors: [404],
})

export const getStage = endpoint({
  ...ofControl,
  method: 'GET',
  path: '/api/show/stage/:id',
  summary: 'What the stage shows, in a rehearsal invented names; for creator and admins',
  response: z.union([ShowView, Unauthorized]),
  errors: [404],
})

/** What anybody sees who has the address. */
const ofFollower = {
  noun: 'show',
  method: 'GET',
  access: 'anyone',
  rateLimit: 'show',
  params: tokenParams,
  errors: [404],
} as const

export const getPublicShow = endpoint({
  ...ofFollower,
  path: '/api/show/public/:token',
  summary: 'What the public page shows: who and when, what is uncovered, at last everything',
  response: ShowView,
})

export const listPublicRows = endpoint({
  ...ofFollower,
  path: '/api/show/public/:token/rows',
  summary: 'A page of the uncovered rows; ranks are those of the whole board',
  query: z.strictObject({
    page: pageNumber,
    /** Part of a racer's name, letter case ignored. */
    search: searchText,
  }),
  response: z.object({ rows: z.array(ShowRow), totalPages: z.number() }),
})

export const explainPublicRow = endpoint({
  ...ofFollower,
  path: '/api/show/public/:token/explain',
  summary: 'Where an uncovered row has its points from',
  query: z.strictObject({
    /** A row's id. */
    row: idText,
  }),
  response: z.object({ terms: z.array(ExplanationTerm) }),
})

export const getOverlay = endpoint({
  ...ofFollower,
  path: '/api/show/overlay/:token',
  summary:
    "What an event's overlay shows; before its end and its first show how an event that is not sealed stands",
  query: z.strictObject({
    /** While standings are shown: one streamer's. Absent: All Streamers. */
    userId: z.optional(idText),
  }),
  response: ShowView,
})

export const OVERLAY_ROWS = 20

export const getChannelOverlay = endpoint({
  ...ofFollower,
  path: '/api/show/channel/:token',
  summary: "A channel's best racers of today or the season",
  query: z.strictObject({ of: z._default(z.enum(['today', 'season']), 'season') }),
  response: z.object({
    channel: z.object({ username: z.string(), profileImageUrl: z.nullable(z.string()) }),
    season: z.number(),
    /** When the streamer's next day begins; null: the answer has nothing to do with days. */
    dayEndsAt: z.nullable(z.string()),
    /** An organiser's show is live and pauses this overlay: nothing is to be shown. */
    isPaused: z.boolean(),
    /** Race and royale points of the game; the best first. */
    rows: z.array(z.object({ rank: z.number(), ...racerLabel, points: z.number() })),
  }),
})

export const getOwnOverlay = endpoint({
  noun: 'show',
  method: 'GET',
  path: '/api/show/own-channel',
  access: 'user',
  summary: "The token of the caller's channel overlay; null until there is one",
  response: z.object({ token: z.nullable(z.string()) }),
})

export const makeOwnOverlay = endpoint({
  noun: 'show',
  method: 'POST',
  path: '/api/show/own-channel',
  access: 'user',
  summary: "A new address of the caller's channel overlay; an old one ends",
  response: z.object({ token: z.string() }),
  errors: [404],
})

/** A show of an event that the caller takes part in, which pauses the caller's channel overlay if it may. */
export const ConcerningShow = z.object({
  event: z.object({
    id: z.number(),
    name: z.string(),
    organiser: z.object({ username: z.string() }),
  }),
  isAllowed: z.boolean(),
})
export type ConcerningShow = z.infer<typeof ConcerningShow>

export const listConcerningShows = endpoint({
  noun: 'show',
  method: 'GET',
  path: '/api/show/concerning',
  access: 'user',
  summary: "Shows of others that pause the caller's channel overlay, if they may",
  response: z.array(ConcerningShow),
})

export const allowShow = endpoint({
  noun: 'show',
  method: 'PUT',
  path: '/api/show/concerning/:id',
  access: 'user',
  summary:
    "Whether the show of an event that the caller takes part in may pause the caller's channel overlay",
  params: idParams,
  body: z.strictObject({ isAllowed: z.boolean() }),
  response: z.object({ isAllowed: z.boolean() }),
  errors: [404],
})
