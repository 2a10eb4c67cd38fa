/** Rollcall Companion on a streamer's computer: connecting it, what it sends and asks, disconnecting it. */
import { isVisible } from '@rollcall/scoring/names'
import { saying } from '@rollcall/scoring/problem'
import * as z from 'zod/mini'
import { done, endpoint, idParams } from './endpoint.ts'
import { COMPANION_CHECKS } from './problems/companions.ts'

const MAX_COMPUTER_NAME_LENGTH = 100
const MAX_VERSION_LENGTH = 40

/** How long a code is valid. */
export const CODE_MINUTES = 10
/** Only consonants: no letter looks like a digit, and no code spells a word. */
export const CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
export const CODE_LENGTH = 8

/** The letters of a code that was typed in any case, with spaces or hyphens. */
export function normalCode(typed: string): string {
  return typed.toUpperCase().replace(/[\s-]/g, '')
}

/** A code as pages show it: `BCDF-GHJK`. */
export function shownCode(code: string): string {
  return `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`
}

const says = saying(COMPANION_CHECKS)
const computerName = z
  .string()
  .check(
    z.trim(),
    z.refine(isVisible, says('computer_name_missing')),
    z.maxLength(MAX_COMPUTER_NAME_LENGTH),
    z.regex(/^\P{C}*$/u, says('computer_name_not_allowed')),
  )
const version = z.string().check(z.regex(/^\d[\w.+-]*$/), z.maxLength(MAX_VERSION_LENGTH))

/**
 * The first step of connecting. The companion makes its own upload key, `rck_` and 32 random characters from a-z and
 * 2-7, and sends only the hash of it.
 */
export const requestCode = endpoint({
  noun: 'companions',
  method: 'POST',
  path: '/api/companion/codes',
  access: 'anyone',
  rateLimit: 'codes',
  summary: `A code for the streamer to confirm within ${CODE_MINUTES} minutes. Asking again with the same key replaces the code`,
  body: z.strictObject({
    /** SHA-256 of the key as text, in lower-case hexadecimal digits. */
    keyHash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    computerName,
    version,
  }),
  response: z.object({
    /** What the streamer compares: CODE_LENGTH of the CODE_LETTERS. */
    userCode: z.string(),
    /** What the companion sends to `getCodeState`. */
    deviceCode: z.string(),
    /** The page to open in the browser, with the code in it. */
    connectUrl: z.string(),
    expiresAt: z.string(),
    /** Asking more often than this has no effect. */
    pollSeconds: z.number(),
  }),
  errors: [409],
})

/** Who confirmed the code, and which channel the companion's games go to. */
export const ConnectedAs = z.object({ username: z.string(), channel: z.string() })
export type ConnectedAs = z.infer<typeof ConnectedAs>

export const getCodeState = endpoint({
  noun: 'companions',
  method: 'POST',
  path: '/api/companion/codes/state',
  access: 'anyone',
  summary: 'Whether the streamer has confirmed the code; can be called repeatedly',
  body: z.strictObject({ deviceCode: z.string().check(z.maxLength(100)) }),
  response: z.discriminatedUnion('state', [
    z.extend(ConnectedAs, { state: z.literal('confirmed') }),
    /** The answer to a device code that never existed is `expired` too. */
    z.object({ state: z.enum(['pending', 'denied', 'expired']) }),
  ]),
})

const codeParams = z.object({
  code: z.pipe(
    z.string().check(z.maxLength(40)),
    z.transform((typed) => normalCode(typed)),
  ),
})

export const CodeState = z.enum(['pending', 'confirmed', 'denied'])
export type CodeState = z.infer<typeof CodeState>

/** What the streamer needs to know to decide. */
export const ConnectionRequest = z.object({
  userCode: z.string(),
  computerName: z.string(),
  version: z.string(),
  /** Where the companion called from. */
  address: z.string(),
  /** Whether the streamer is calling from the same address. */
  isSameAddress: z.boolean(),
  expiresAt: z.string(),
  /** `confirmed` and `denied` are the caller's own answers. If somebody else answered a code, the answer is 404. */
  state: CodeState,
})
export type ConnectionRequest = z.infer<typeof ConnectionRequest>

export const getConnectionRequest = endpoint({
  noun: 'companions',
  method: 'GET',
  path: '/api/companion/codes/:code',
  access: 'user',
  rateLimit: 'code-guesses',
  summary: 'The computer that asked for a code, shown to the streamer who confirms it',
  params: codeParams,
  response: ConnectionRequest,
  errors: [404],
})

export const answerConnectionRequest = endpoint({
  noun: 'companions',
  method: 'POST',
  path: '/api/companion/codes/:code',
  access: 'user',
  rateLimit: 'code-guesses',
  summary:
    "Allows or refuses the computer uploads for the caller's channel; repeating the answer changes nothing",
  params: codeParams,
  body: z.strictObject({ answer: z.enum(['confirm', 'deny']) }),
  response: z.object({ state: CodeState }),
  errors: [404, 409],
})

/** A companion with an upload key that was entered by hand can call this too. No list shows it. */
export const sendHeartbeat = endpoint({
  noun: 'companions',
  method: 'POST',
  path: '/api/companion/heartbeat',
  access: 'upload-proof',
  summary:
    'What a running companion reports every five minutes; the answer is what its own page shows',
  body: z.strictObject({
    uploadKey: z.string().check(z.maxLength(100)),
    version,
    isFolderFound: z.boolean(),
    /** When the newest game file was written; null if there is none. */
    newestFileAt: z.nullable(z.iso.datetime({ offset: true })),
    /** Games waiting to be sent. */
    outboxCount: z.int().check(z.minimum(0), z.maximum(1_000_000)),
  }),
  response: z.extend(ConnectedAs, {
    season: z.number(),
    /** The running events in which the channel takes part. The event that ends first comes first. */
    runningEvents: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        endsAt: z.string(),
        /** Whether the streamer has run it as a round of a league; absent: it is none, or nothing can be said. */
        hasRun: z.optional(z.boolean()),
        /** When they have announced to run that round. */
        slot: z.optional(z.string()),
        /** What its organisers say about that round that nothing checks. */
        announcement: z.optional(z.string()),
      }),
    ),
    /** How many sealed events are waiting for the streamer's answer in My Events. */
    unansweredSeals: z.number(),
    /** The channel's rankable races and royales since midnight in its streamer's time zone. */
    today: z.object({ games: z.number(), points: z.number() }),
  }),
})

export const MAX_UPDATE_NOTES = 5

/** Patch notes are for signed-in users, and for companions with a valid key. */
export const listUpdateNotes = endpoint({
  noun: 'companions',
  method: 'POST',
  path: '/api/companion/update-notes',
  access: 'upload-proof',
  summary: `Up to ${MAX_UPDATE_NOTES} patch notes since the release before the newest companion, newest first`,
  body: z.strictObject({ uploadKey: z.string().check(z.maxLength(100)) }),
  response: z.object({
    patchNotes: z.array(
      z.object({ title: z.string(), content: z.string(), createdAt: z.string() }),
    ),
  }),
})

/** A connected companion, as its streamer sees it. */
export const ConnectedCompanion = z.object({
  id: z.number(),
  computerName: z.string(),
  version: z.string(),
  connectedAt: z.string(),
  lastSeenAt: z.string(),
  /** When its last game arrived; null before the first. */
  lastGameAt: z.nullable(z.string()),
  /** This and the next field are from its last heartbeat; null before the first one. */
  isFolderFound: z.nullable(z.boolean()),
  outboxCount: z.nullable(z.number()),
})
export type ConnectedCompanion = z.infer<typeof ConnectedCompanion>

export const listCompanions = endpoint({
  noun: 'companions',
  method: 'GET',
  path: '/api/companions',
  access: 'user',
  summary: "The caller's connected companions, newest first",
  response: z.object({
    companions: z.array(ConnectedCompanion),
    /** Whether the caller's channel has any results, from a companion or not. */
    hasResults: z.boolean(),
    /** Whether a companion has ever sent any of them: ours, or the public one. */
    hasSent: z.boolean(),
  }),
})

export const disconnectCompanion = endpoint({
  noun: 'companions',
  method: 'DELETE',
  path: '/api/companions/:id',
  access: 'user',
  summary: "Ends a companion's right to upload; it learns of this and keeps its unsent games",
  params: idParams,
  response: done,
  errors: [404],
})
