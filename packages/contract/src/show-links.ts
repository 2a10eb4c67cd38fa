/** What anyone with the link of a show or channel sees: the public page and overlays. */
import { saying } from '@rollcall/scoring/problem'
import * as z from 'zod/mini'
import { endpoint, idText, pageNumber, racerLabel, searchText } from './endpoint.ts'
import { ExplainedRow, ExplanationTerm, exportContent } from './events-boards.ts'
import { ADDRESS_CHECKS } from './problems/http.ts'
import { ShowRow, ShowView } from './show-view.ts'

/** 128 random bits as base64url. */
const TOKEN_PATTERN = /^[\w-]{22}$/
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

export const listPublicRows = endpoint({
  ...byToken,
  scope: 'read:events',
  path: '/api/show/public/:token/rows',
  summary: 'A page of the uncovered rows, with their ranks on the whole board',
  query: z.strictObject({
    page: pageNumber,
    /** Part of a racer's name, letter case ignored. */
    search: searchText,
  }),
  response: z.object({ rows: z.array(ShowRow), totalPages: z.number() }),
})

export const findOwnPublicRow = endpoint({
  ...byToken,
  path: '/api/show/public/:token/own',
  access: 'user',
  summary: "After the show, the caller's own row, and those who are next to it",
  response: z.object({
    /** null: the show is not over, or the caller is not on the board. */
    own: z.nullable(
      z.object({
        row: ShowRow,
        /** Of SHOW_PAGE_SIZE rows each. */
        page: z.number(),
        /** The first row with the next better rank, and with the next lower; null: there is none. */
        above: z.nullable(ShowRow),
        below: z.nullable(ShowRow),
      }),
    ),
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
  }),
})
