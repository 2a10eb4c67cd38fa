/** An event's show. The organiser moves it, the server keeps it, and everybody else sees what is uncovered. */
import { REVEAL_START_RANK } from '@rollcall/scoring/reveal'
import * as z from 'zod/mini'
import {
  endpoint,
  eventDays,
  id,
  idParams,
  idText,
  MAX_ID,
  PageAddress,
  pageNumber,
  plannedShow,
  searchText,
} from './endpoint.ts'
import { Unauthorized } from './events.ts'
import { SealAnswer } from './events-seals.ts'
import { BoardOf, Scene, ShowRow, ShowView } from './show-view.ts'
import { UploadWarning } from './upload-warning.ts'

export const MAX_START_RANK = 1_000_000

/** `waiting`: not started, or reset. */
export const ShowPhase = z.enum(['waiting', 'rehearsal', 'live', 'final'])
export type ShowPhase = z.infer<typeof ShowPhase>

/**
 * What the next press does: uncover a rank, or first its points and then its names. `gap`, `totals` and `names`: the duel
 * of ranks 1 and 2. After the podium, it can only finish the show.
 */
export const NextPress = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('start') }),
  /** A rank that is left out would tell somebody who may not see hidden rows where ties are. */
  z.object({ kind: z.enum(['reveal', 'points', 'name']), rank: z.nullable(z.number()) }),
  z.object({ kind: z.enum(['gap', 'totals', 'names']) }),
  z.object({ kind: z.literal('show-podium') }),
  z.object({ kind: z.literal('finish') }),
  z.object({ kind: z.literal('none') }),
])
export type NextPress = z.infer<typeof NextPress>

/** A streamer of the event, and what has arrived from them. */
export const ShowStreamer = z.object({
  userId: z.number(),
  username: z.string(),
  profileImageUrl: z.nullable(z.string()),
  /** The address of the channel's page; null: nothing was uploaded for it yet. */
  channel: z.nullable(PageAddress),
  /** When the snapshot arrived, or when the last counted game finished; null if nothing has arrived. */
  receivedAt: z.nullable(z.string()),
  racerCount: z.number(),
  /** Games in the event's window; 0 if there is only a snapshot. */
  gameCount: z.number(),
  /** Whether the show may pause the channel's overlay. */
  allowsPause: z.boolean(),
  /** The streamer's answer to the event's seal; null if there is none yet. */
  sealAnswer: z.nullable(SealAnswer),
  /** Games that other sealed events hold; this event shows them only after those events' shows. */
  heldGames: z.number(),
  /** Whether other sealed events hold the streamer's snapshot. */
  hasHeldSnapshot: z.boolean(),
  /** The warnings of the newest upload for the event. */
  warnings: z.array(UploadWarning),
  /** Whether results have arrived or were undone since the board was frozen. */
  hasArrived: z.boolean(),
})
export type ShowStreamer = z.infer<typeof ShowStreamer>

export const MAX_VIEWERS_DELAY_S = 60

export const ShowSettings = z.object({
  /** 'Results sealed until the reveal': participants, too, get only what is uncovered. */
  isSealed: z.boolean(),
  /** Whether the event has a public page. */
  isPublic: z.boolean(),
  /** Whether search engines may list the public page. */
  isListed: z.boolean(),
  /** Whether the channel overlays of its streamers show nothing while the show is live. */
  pausesOverlays: z.boolean(),
  /** By how many seconds the public page, chat, pictures and participants are behind the stage, as the stream is. */
  viewersDelayS: z.int().check(z.minimum(0), z.maximum(MAX_VIEWERS_DELAY_S)),
  /** Whether the names of ranks 3, 2 and 1 wait for a press of their own. */
  holdsNames: z.boolean(),
})
export type ShowSettings = z.infer<typeof ShowSettings>

/** A row in the form that only those see who may see hidden rows. */
const ControlRow = z.extend(ShowRow, {
  event_points: z.number(),
  isUncovered: z.boolean(),
})

/** What a place shows of the event's board. */
export const ShownPlace = z.object({
  scene: Scene,
  /** The rank that a reveal has reached. */
  reached: z.nullable(z.number()),
  /** How many rows the frozen board has; 0 before the show. */
  rowCount: z.number(),
})
export type ShownPlace = z.infer<typeof ShownPlace>

export const ControlRoom = z.object({
  /** What the caller may do besides moving the show. */
  may: z.object({
    /** See rows that viewers have not seen. Without it, there are no warnings of uploads either, which name racers. */
    seeHiddenRows: z.boolean(),
    /** Change its settings and addresses. */
    setUp: z.boolean(),
    /** Post its results in Discord. */
    post: z.boolean(),
  }),
  event: z.object({
    id: z.number(),
    name: z.string(),
    ...eventDays,
    ...plannedShow,
    organiser: z.object({ username: z.string(), page: PageAddress }),
  }),
  settings: ShowSettings,
  /** The tokens in `/e/{token}` and `/overlay/e/{token}`; null until one is made. */
  publicToken: z.nullable(z.string()),
  overlayToken: z.nullable(z.string()),
  /** The token in `/api/show-control/{token}`, which moves the show; null: there is none. */
  controlToken: z.nullable(z.string()),
  phase: ShowPhase,
  /** The version that the next move must name. */
  version: z.number(),
  /** The streamer whose board is or will be shown; null for All Streamers. */
  boardUserId: z.nullable(z.number()),
  boardOf: BoardOf,
  /** null: the event is no round of a league. */
  league: z.nullable(
    z.object({
      name: z.string(),
      hasTeams: z.boolean(),
      /** Whether the round counts, so that its table can be shown. */
      isReady: z.boolean(),
    }),
  ),
  startRank: z.number(),
  /** While the podium is open: the rank to which `back` returns. */
  reached: z.nullable(z.number()),
  isPodiumOpen: z.boolean(),
  next: NextPress,
  /** Whether the next name waits for a press of its own. */
  holdsNext: z.boolean(),
  /** Of the next rank, for those who may see hidden rows: its first rows, and both of a duel. Otherwise none. */
  nextRows: z.array(ShowRow),
  /** How many presses are left until the podium is open; null: not for those who may not see hidden rows. */
  pressesLeft: z.nullable(z.number()),
  /** Whether `back` would change anything. */
  canGoBack: z.boolean(),
  /** How much longer moves are refused because a step is running. */
  waitMs: z.number(),
  streamers: z.array(ShowStreamer),
  /** Whether the board would be different if it were frozen now. */
  hasArrivals: z.boolean(),
  /** How many rows the frozen board has; 0 before the show. */
  rowCount: z.number(),
  /** Whether participants see all results, uncovered or not. */
  isOpen: z.boolean(),
  overlay: ShownPlace,
  /** What the public page shows if there is one, and what participants see while the event is sealed. */
  viewers: ShownPlace,
  /** What `viewers` will be later, the next change first. */
  coming: z.array(z.extend(ShownPlace, { inMs: z.number() })),
})
export type ControlRoom = z.infer<typeof ControlRoom>

const forOrganiser = {
  noun: 'show',
  access: 'user',
  params: idParams,
  response: z.union([ControlRoom, Unauthorized]),
} as const

export const getControlRoom = endpoint({
  ...forOrganiser,
  method: 'GET',
  path: '/api/show/control/:id',
  summary: "Everything that is needed to run an event's show, for those who may",
  errors: [404],
})

export const listControlRows = endpoint({
  ...forOrganiser,
  method: 'GET',
  path: '/api/show/control/:id/rows',
  rateLimit: 'search',
  summary: 'A page of the whole board, including hidden rows, for those who may see them',
  query: z.strictObject({
    page: pageNumber,
    /** Part of a racer's name, compared as by `foldName`. */
    search: searchText,
    /** One streamer's board, before the show; without it, All Streamers. */
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
 * `start` freezes the board and uncovers rows from `startRank` down. `next` takes the next step: a rank with everybody who
 * shares it, a part of the duel, or the podium after rank 1. `back` undoes one such step. `jump` goes to a rank, and `podium`
 * straight to the podium. `finish` uncovers everything, or ends a rehearsal. `reset` hides everything again and drops
 * the board; after a league's table, it goes back to the end of the event's own show. `take-over` freezes the board again and stays at the reached rank.
 */
export const Move = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('start'),
    phase: z.enum(['rehearsal', 'live']),
    /** One streamer's board; without it, All Streamers. */
    userId: z.optional(z.nullable(id)),
    /** The league's table and teams can also be shown after the event's own show, whose end stays as it is. */
    boardOf: z._default(BoardOf, 'event'),
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
  ...forOrganiser,
  method: 'POST',
  path: '/api/show/control/:id/move',
  summary:
    'Moves a show that is at the named version; 409 `show_moved` if it has moved on, `blur_running` while a step runs',
  body: z.strictObject({ version: z.int().check(z.minimum(0), z.maximum(MAX_ID)), move: Move }),
  errors: [404, 409, 422],
})

export const changeShowSettings = endpoint({
  ...forOrganiser,
  method: 'PUT',
  path: '/api/show/control/:id/settings',
  rateLimit: 'events',
  summary:
    "Seals an event, makes its page public, lists it, pauses overlays, delays viewers' pages, or chooses what a waiting show starts with; missing fields stay as they are",
  body: z.partial(
    z.strictObject({
      ...ShowSettings.shape,
      startRank: rank,
      /** null for All Streamers. */
      boardUserId: z.nullable(id),
      boardOf: BoardOf,
    }),
  ),
  errors: [404, 409, 422],
})

export const holdNextName = endpoint({
  ...forOrganiser,
  method: 'PUT',
  path: '/api/show/control/:id/hold',
  summary: 'Whether the next name waits for a press of its own, after its points',
  body: z.strictObject({ isOn: z.boolean() }),
  errors: [404],
})

export const replaceShowToken = endpoint({
  ...forOrganiser,
  method: 'POST',
  path: '/api/show/control/:id/token',
  rateLimit: 'events',
  summary:
    'Makes a new address for the public page, the overlay or control by other programs; the old one stops working',
  body: z.strictObject({ of: z.enum(['public', 'overlay', 'control']) }),
  errors: [404],
})

export const getStage = endpoint({
  ...forOrganiser,
  method: 'GET',
  path: '/api/show/stage/:id',
  summary:
    'What the stage shows, with invented names in a rehearsal; what viewers see, for those who run the show without its hidden rows',
  response: z.union([ShowView, Unauthorized]),
  errors: [404],
})

export const getOwnOverlay = endpoint({
  noun: 'show',
  method: 'GET',
  path: '/api/show/own-channel',
  access: 'user',
  summary: "The token of the caller's channel overlay; null if there is none",
  response: z.object({ token: z.nullable(z.string()) }),
})

export const makeOwnOverlay = endpoint({
  noun: 'show',
  method: 'POST',
  path: '/api/show/own-channel',
  access: 'user',
  summary: "Makes a new address for the caller's channel overlay; the old one stops working",
  response: z.object({ token: z.string() }),
  errors: [404],
})

/** The show of an event in which the caller takes part. It asks to pause the caller's channel overlay. */
export const ConcerningShow = z.object({
  event: z.object({
    id: z.number(),
    name: z.string(),
    organiser: z.object({ username: z.string() }),
  }),
  isAllowed: z.boolean(),
})

export const listConcerningShows = endpoint({
  noun: 'show',
  method: 'GET',
  path: '/api/show/concerning',
  access: 'user',
  summary: "Other people's shows that ask to pause the caller's channel overlay",
  response: z.array(ConcerningShow),
})

export const allowShow = endpoint({
  noun: 'show',
  method: 'PUT',
  path: '/api/show/concerning/:id',
  access: 'user',
  summary:
    "Whether the show of an event in which the caller takes part may pause the caller's channel overlay",
  params: idParams,
  body: z.strictObject({ isAllowed: z.boolean() }),
  response: z.object({ isAllowed: z.boolean() }),
  errors: [404],
})
