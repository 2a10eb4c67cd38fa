/** Rollcall Companion on a streamer's computers: connecting one, what it tells and is told, disconnecting it. */
import * as z from 'zod/mini'
import { done, endpoint, idParams } from './endpoint.ts'

const MAX_COMPUTER_NAME_LENGTH = 100
const MAX_VERSION_LENGTH = 40

/** How long a code can be confirmed. */
export const CODE_MINUTES = 10
/** Letters and no vowels: nothing that is mistaken for a digit, and no words. */
export const CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
export const CODE_LENGTH = 8

/** The letters of a code as somebody typed it: in any case, with spaces or hyphens. */
export function normalCode(typed: string): string {
  return typed.toUpperCase().replace(/[\s-]/g, '')
}

/** A code as it is shown: `BCDF-GHJK`. */
export function shownCode(code: string): string {
  return `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`
}

const computerName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1),
    z.maxLength(MAX_COMPUTER_NAME_LENGTH),
    z.regex(/^\P{C}*$/u, "A computer's name has no control characters."),
  )
const version = z.string().check(z.regex(/^\d[\w.+-]*$/), z.maxLength(MAX_VERSION_LENGTH))

/**
 * First step of connecting. The companion has made its upload key itself: `rck_` and 32 random
 * characters of a-z and 2-7. The key stays where it is; only its hash travels.
 */
export const requestCode = endpoint({
  noun: 'companions',
  method: 'POST',
  path: '/api/companion/codes',
  access: 'anyone',
  rateLimit: 'codes',
  summary: `A code for the streamer to confirm within ${CODE_MINUTES} minutes. Asked again with the same key, a new code takes the place of the former`,
  body: z.strictObject({
    /** SHA-256 of the key as text, in lower-case hexadecimal digits. */
    keyHash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    computerName,
    version,
  }),
  response: z.object({
    /** What the streamer compares: CODE_LENGTH letters of CODE_LETTERS. */
    userCode: z.string(),
    /** What the companion asks `getCodeState` with. */
    deviceCode: z.string(),
    /** The page to open in the browser, with the code in it. */
    connectUrl: z.string(),
    expiresAt: z.string(),
    /** Asking more often than this is of no use. */
    pollSeconds: z.number(),
  }),
  errors: [409],
})

/** Who has confirmed, and the channel that the companion's games go to. */
export const ConnectedAs = z.object({ username: z.string(), channel: z.string() })
export type ConnectedAs = z.infer<typeof ConnectedAs>

export const getCodeState = endpoint({
  noun: 'companions',
  method: 'POST',
  path: '/api/companion/codes/state',
  access: 'anyone',
  summary: 'Whether the code has been confirmed; may be asked any number of times',
  body: z.strictObject({ deviceCode: z.string().check(z.maxLength(100)) }),
  response: z.discriminatedUnion('state', [
    z.extend(ConnectedAs, { state: z.literal('confirmed') }),
    /** `expired` also of a device code that never was. */
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

/** What the streamer decides by. */
export const ConnectionRequest = z.object({
  userCode: z.string(),
  computerName: z.string(),
  version: z.string(),
  /** From which the companion asked. */
  address: z.string(),
  /** Whether the streamer's own call comes from that address. */
  isSameAddress: z.boolean(),
  expiresAt: z.string(),
  /** `confirmed` and `denied`: by the caller. A code that somebody else has used is not there. */
  state: CodeState,
})
export type ConnectionRequest = z.infer<typeof ConnectionRequest>

export const getConnectionRequest = endpoint({
  noun: 'companions',
  method: 'GET',
  path: '/api/companion/codes/:code',
  access: 'user',
  rateLimit: 'code-guesses',
  summary: 'Which computer a code is of, for the streamer who is to confirm it',
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
    "Lets the computer upload for the caller's channel, or not; the same answer again changes nothing",
  params: codeParams,
  body: z.strictObject({ answer: z.enum(['confirm', 'deny']) }),
  response: z.object({ state: CodeState }),
  errors: [404, 409],
})

/** Also for a companion that was given an upload key by hand: it is told the same, and is in no list. */
export const sendHeartbeat = endpoint({
  noun: 'companions',
  method: 'POST',
  path: '/api/companion/heartbeat',
  access: 'upload-proof',
  summary: 'What a running companion says every five minutes, and what its own page shows',
  body: z.strictObject({
    uploadKey: z.string().check(z.maxLength(100)),
    version,
    isFolderFound: z.boolean(),
    /** When the newest file of a game was written; null where there is none. */
    newestFileAt: z.nullable(z.iso.datetime({ offset: true })),
    /** Games that wait to be sent. */
    outboxCount: z.int().check(z.minimum(0), z.maximum(1_000_000)),
  }),
  response: z.extend(ConnectedAs, {
    season: z.number(),
    /** That the channel takes part in and that run now, those that end first first. */
    runningEvents: z.array(z.object({ id: z.number(), name: z.string(), endsAt: z.string() })),
    /** Sealed events that wait for the streamer's answer in My Events. */
    unansweredSeals: z.number(),
    /** Of the channel's rankable races and royales since midnight where its streamer is. */
    today: z.object({ games: z.number(), points: z.number() }),
  }),
})

export const MAX_UPDATE_NOTES = 5

/** Patch notes are for those who have signed in, or whose companion proves it by its key. */
export const listUpdateNotes = endpoint({
  noun: 'companions',
  method: 'POST',
  path: '/api/companion/update-notes',
  access: 'upload-proof',
  summary: `Patch notes written since the release before the newest companion, newest first, at most ${MAX_UPDATE_NOTES}`,
  body: z.strictObject({ uploadKey: z.string().check(z.maxLength(100)) }),
  response: z.object({
    patchNotes: z.array(
      z.object({ title: z.string(), content: z.string(), createdAt: z.string() }),
    ),
  }),
})

/** A connected one, as its streamer sees it. */
export const Companion = z.object({
  id: z.number(),
  computerName: z.string(),
  version: z.string(),
  connectedAt: z.string(),
  lastSeenAt: z.string(),
  /** When its last game came; null before the first. */
  lastGameAt: z.nullable(z.string()),
  /** Of its last heartbeat, as what follows; null before the first. */
  isFolderFound: z.nullable(z.boolean()),
  outboxCount: z.nullable(z.number()),
})
export type Companion = z.infer<typeof Companion>

export const listCompanions = endpoint({
  noun: 'companions',
  method: 'GET',
  path: '/api/companions',
  access: 'user',
  summary: "The caller's connected companions, the one that was connected last first",
  response: z.object({
    companions: z.array(Companion),
    /** Whether the caller's channel has any results, however they came. */
    hasResults: z.boolean(),
  }),
})

export const disconnectCompanion = endpoint({
  noun: 'companions',
  method: 'DELETE',
  path: '/api/companions/:id',
  access: 'user',
  summary: "Ends a companion's right to upload; it is told so, and keeps what it has not sent",
  params: idParams,
  response: done,
  errors: [404],
})
