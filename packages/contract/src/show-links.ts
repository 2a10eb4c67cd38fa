/** What anyone with the link of a show or channel sees: the public page and overlays. */
import { GameModes } from '@rollcall/scoring/configuration'
import { EACH_KINDS } from '@rollcall/scoring/explanation'
import { saying } from '@rollcall/scoring/problem'
import * as z from 'zod/mini'
import { endpoint, HeldDay, idText, pageNumber, racerLabel, searchText } from './endpoint.ts'
import { PublicAdjustment } from './events-adjustments.ts'
import { ExplainedRow, ExplanationTerm, exportContent } from './events-boards.ts'
import { TOKEN_PATTERN } from './pages.ts'
import { ADDRESS_CHECKS } from './problems/http.ts'
import { ShownStreamer, ShowRow, ShowView } from './show-view.ts'

const says = saying(ADDRESS_CHECKS)
export const tokenParams = z.object({
  token: z.string().check(z.regex(TOKEN_PATTERN, says('link_incomplete'))),
})

/** How many rows of a show's board a page has. */
export const SHOW_PAGE_SIZE = 50

/** For anyone with the address. */
const byToken = {
  noun: 'show',
  method: 'GET',
  access: 'anyone',
  rateLimit: 'show',
  params: tokenParams,
  errors: [404],
} as const

export const getPublicShow = endpoint({
  ...byToken,
  scope: 'read:events',
  path: '/api/show/public/:token',
  summary:
    'What the public page shows: who takes part and when, what is uncovered, and in the end everything',
  response: ShowView,
})

export const getShowNow = endpoint({
  ...byToken,
  path: '/api/show/:token/now',
  summary:
    'Where what the public page shows now is, for pages without a WebSocket; a cache may keep it for a second',
  response: z.object({
    /** For `getShowFrame`. It changes with every change to what the page shows. */
    version: z.string(),
    /** In how many milliseconds viewers see a step that the organiser has already taken; null: none is coming. */
    nextInMs: z.nullable(z.number()),
  }),
})

export const getShowFrame = endpoint({
  ...byToken,
  path: '/api/show/:token/frame/:version',
  summary:
    'What the public page shows, while it shows this version; a cache may keep it for a minute, because the address never gets other content',
  params: z.extend(tokenParams, { version: z.string().check(z.maxLength(64)) }),
  response: ShowView,
})

/** How an event's points are given, as far as viewers care. */
export const EventRules = z.object({
  modes: GameModes,
  /** The points for each position, from the first. */
  positions: z.array(z.number()),
  /** Whether marbles that did not finish get the points of their position too. */
  paysUnfinished: z.boolean(),
  /** Points for one of each kind that gives any. */
  each: z.partialRecord(z.enum(EACH_KINDS), z.number()),
})
export type EventRules = z.infer<typeof EventRules>

/**
 * `running`: a game of theirs has just counted. `has-run`: they have results. `missing`: the event is over, and they have
 * none.
 */
export const StreamerState = z.enum(['waiting', 'running', 'has-run', 'missing'])
export type StreamerState = z.infer<typeof StreamerState>

export const PublicStreamer = z.extend(ShownStreamer, {
  state: StreamerState,
  /** What their racers have won together; null while nobody may know. */
  contest: z.nullable(z.object({ points: z.number(), racers: z.number() })),
})
export type PublicStreamer = z.infer<typeof PublicStreamer>

export const getPublicEvent = endpoint({
  ...byToken,
  scope: 'read:events',
  path: '/api/show/public/:token/event',
  summary:
    'What the public page says about the event beside its results: its series, how points are given, who has run, and, until the event ends unless it is sealed and again after the show, whose racers are ahead, and after the show what was adjusted',
  response: z.object({
    /** The event is the `round`th `of` this many in its series, in the organiser's order. */
    series: z.nullable(
      z.object({
        name: z.string(),
        round: z.number(),
        of: z.number(),
        /** Opens the public page of the league that the series is; null: it has none. */
        league: z.nullable(z.string()),
      }),
    ),
    rules: EventRules,
    /** Those with the most points first, otherwise by login. */
    streamers: z.array(PublicStreamer),
    /** Of the board that the show has revealed, by rank; none before its end. */
    adjustments: z.array(PublicAdjustment),
  }),
})

const PublicPlace = z.object({
  row: ShowRow,
  /** A page of SHOW_PAGE_SIZE rows. */
  page: z.number(),
  /** The first row with the next better rank, and with the next lower; null: there is none. */
  above: z.nullable(ShowRow),
  below: z.nullable(ShowRow),
})

export const listPublicRows = endpoint({
  ...byToken,
  scope: 'read:events',
  path: '/api/show/public/:token/rows',
  summary: 'A page of the uncovered rows, with their ranks on the whole board',
  query: z.strictObject({
    page: pageNumber,
    /** Part of a racer's name, compared as by `foldName`. */
    search: searchText,
  }),
  response: z.object({
    rows: z.array(ShowRow),
    total: z.number(),
    totalPages: z.number(),
    /**
     * After the show, the place of the only racer who was found, or of the only one with exactly this name; otherwise
     * null.
     */
    found: z.nullable(PublicPlace),
  }),
})

export const findOwnPublicRow = endpoint({
  ...byToken,
  path: '/api/show/public/:token/own',
  access: 'user',
  summary: "After the show, the caller's own row, and those who are next to it",
  response: z.object({
    /** null: the show is not over, or the caller is not on the board. */
    own: z.nullable(PublicPlace),
  }),
})

export const explainPublicRow = endpoint({
  ...byToken,
  scope: 'read:events',
  path: '/api/show/public/:token/explain',
  summary: "Where an uncovered row's points come from",
  query: z.strictObject({
    /** A row's id. */
    row: idText,
  }),
  response: z.object({ terms: z.array(ExplanationTerm) }),
})

export const PublicBoardRow = z.omit(ShowRow, { id: true })

export const exportPublicBoard = endpoint({
  ...byToken,
  scope: 'read:events',
  path: '/api/show/public/:token/export',
  rateLimit: 'exports',
  summary: 'The uncovered rows, or the explanations of their points, as a file',
  query: z.strictObject({ search: searchText, ...exportContent }),
  response: z.union([z.array(PublicBoardRow), z.array(ExplainedRow)]),
  sendsFile: true,
})

export const getOverlay = endpoint({
  ...byToken,
  path: '/api/show/overlay/:token',
  summary:
    "What an event's overlay shows: the standings until the event ends or its first show begins, unless it is sealed",
  query: z.strictObject({
    /** One streamer's board, for standings; without it, All Streamers. */
    userId: z.optional(idText),
  }),
  response: ShowView,
})

export const OVERLAY_ROWS = 20

export const getChannelOverlay = endpoint({
  ...byToken,
  path: '/api/show/channel/:token',
  summary: "A channel's best racers today or in the season",
  query: z.strictObject({ of: z._default(z.enum(['today', 'season']), 'season') }),
  response: z.object({
    channel: z.object({ username: z.string(), profileImageUrl: z.nullable(z.string()) }),
    season: z.number(),
    /** When the streamer's next day begins; null for a season. */
    dayEndsAt: z.nullable(z.string()),
    /** Whether a live show pauses this overlay, so that it shows nothing. */
    isPaused: z.boolean(),
    /** The best first, with the game's points for races and royales. */
    rows: z.array(z.object({ rank: z.number(), ...racerLabel, points: z.number() })),
    /** Set if today is held, so that there are no rows. */
    held: z.optional(HeldDay),
  }),
})
