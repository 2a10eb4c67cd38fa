/** Databases that older versions filled: after an update the answers are the same, and further calls work. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { MASKED_NAME, racerName } from '@rollcall/scoring/racer'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { noteSeasonDays } from '../../src/domain/standings/day-closings.ts'
import { findDifferences } from '../../src/ops/verify/find-differences.ts'
import { FakeTwitch } from '../helpers/fake-twitch.ts'
import { closeDays } from '../helpers/settle-work.ts'
import { restoreTestDatabase } from '../helpers/test-database.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'
import type { Receipts } from '../helpers/uploading-streamer.ts'

/** See older/README.md. */
interface Recording {
  startsAt: string
  /** By platform id. */
  people: Record<string, Name>
  steps: (Call | Name | { minutes: number })[]
}
interface Name {
  /** The platform id of the person who signs in under a new name. */
  signIn: string
  login: string
  displayName: string
}
interface Call {
  /** null for a call without a session. */
  who: string | null
  method: 'GET' | 'POST' | 'PUT'
  url: string
  payload?: string | object
  contentType?: string
  status: number
  /** The answer without `requestId`. */
  answer: unknown
}

it.each(['0020-held-back-games', '0023-leaving-and-pressing'])(
  'a database with the migrations up to %s gives the same answers',
  async (migration) => {
    const { startsAt, people, steps } = await readRecording(migration)
    const twitch = await FakeTwitch.start()
    const server = await startTestServer({
      env: { ...twitch.env, ADMIN_LOGINS: 'boss', UPLOAD_PAIRING: 'key' },
      startsAt: new Date(startsAt),
      database: await restoreTestDatabase(fileURLToPath(fileOf(`${migration}.backup`))),
    })
    onTestFinished(async () => {
      await server.stop()
      await twitch.stop()
    })
    const sessions: Record<string, Session> = {}
    const signIn = async (id: string, { login, displayName }: Name) => {
      sessions[id] = await server.signInWith(twitch.issue(login, { id, displayName }))
    }
    for (const [id, name] of Object.entries(people)) await signIn(id, name)
    await expectNoDifferences(server)
    const loginsIn = await replacerOfNames(server)

    for (const step of steps) {
      if ('minutes' in step) {
        server.clock.advance(step)
      } else if ('signIn' in step) {
        await signIn(step.signIn, step)
      } else {
        const { who, method, url, status, answer } = step
        const found = await call(server, step, who === null ? undefined : sessions[who])
        const asked = `${who} ${method} ${url}`
        if (isOpenToRacersNow(url, answer)) {
          expect(found.status, asked).toBe(200)
        } else if (typeof answer === 'string') {
          const line = loginsIn(found.answer).replace(
            ' (shared with an earlier owner of this name)',
            '',
          )
          expect([found.status, line], asked).toEqual([status, loginsIn(answer)])
        } else {
          const shown = withoutNames(found.answer, answer)
          expect([found.status, rowsById(shown)], asked).toEqual([status, rowsById(answer)])
        }
      }
    }
    await expectNoDifferences(server)
    await writeAllDaysAgain(server)
    await expectNoDifferences(server)
  },
)

const fileOf = (name: string) => new URL(`./older/${name}`, import.meta.url)

/**
 * Sentences that were reworded since the recording, also those of receipts and of the audit log, which are made when they
 * are read: docs/decisions/130-facts-not-sentences.md.
 */
const REWORDED = [
  [/("(?:message|summary)": ?")Took back /g, '$1Removed '],
  // Receipts call a channel by the name that it has now.
  [
    /("(?:message|summary)": ?"(?:Season \d+ of|The (?:race|royale|tilt level) on|The event standing of|\d+ games? of) )[^" ]+(?= (?:is|are|was) )/g,
    '$1its channel',
  ],
  [/Only admins may do this\./g, 'Only admins can do this.'],
  [
    /Since (\S+ \S+ UTC) this channel's games are counted one by one,/g,
    "This channel's games have been counted one by one since $1,",
  ],
  [/games are counted one by one since/g, 'games have been counted one by one since'],
  [/This file lacks (\d+ racers?)/g, 'This file does not have $1'],
  [/no channel of that name/g, 'no channel with that name'],
  [/before this snapshot came,/g, 'before this snapshot arrived,'],
] as const

const reworded = (text: string): string =>
  REWORDED.reduce((found, [before, after]) => found.replaceAll(before, after), text)

async function readRecording(migration: string): Promise<Recording> {
  const file = await readFile(fileOf(`${migration}.answers.json.gz`))
  return JSON.parse(reworded(gunzipSync(file).toString()))
}

async function call(
  server: TestServer,
  { method, url, payload, contentType }: Call,
  session?: Session,
) {
  const response = await server.call({
    method,
    url,
    headers: { ...session, ...(contentType && { 'content-type': contentType }) },
    ...(payload !== undefined && { payload }),
  })
  const isJson = String(response.headers['content-type']).includes('json')
  const body = reworded(response.body)
  const answer = isJson ? JSON.parse(body) : body
  if (isJson) delete answer?.requestId
  return { status: response.statusCode, answer }
}

const ADDED = new Set([
  ...['canManage', 'canDelete', 'canRun', 'helping', 'trusted', 'may'],
  ...['display_name', 'merged_name', 'color'],
  ...['holdsNames', 'holdsNext', 'nextRows', 'pressesLeft', 'controlToken', 'step', 'duel'],
  ...['key', 'seasons', 'parts', 'number', 'seasonNumber', 'season'],
  ...[
    'kind',
    'outcome',
    'code',
    'unused',
    'event',
    'map',
    'isCompleted',
    'facts',
    'params',
    'games',
    'platform',
    'login',
    'isOpen',
    'isRacer',
    'above',
    'below',
    'address',
    'page',
    'channel',
    'creatorPage',
    'publicToken',
    'offered',
    'currentSeason',
    'leads_nowhere',
    'boardOf',
    'league',
    'hasSent',
    'held',
    'openReports',
    'answer',
    'undo',
    'showAt',
    'showTime',
    'revealedCount',
    'todo',
    'eventCount',
    'gameModes',
    'positions',
    'best',
    'found',
    'total',
    'wins',
    'rank',
    'lastGame',
    'adjustments',
    'hot',
    'previous',
    'next',
  ],
])

/** General codes of refusals, since replaced by one code per sentence. The sentences are still compared. */
const GENERAL_CODES: readonly unknown[] = ['not_found', 'conflict']

/** Racers see the open boards of events that they raced in: docs/decisions/100-open-boards.md. */
const isOpenToRacersNow = (url: string, recorded: unknown): boolean =>
  /^\/api\/events\/(?:get-leaderboard|summary|explain-row)\//.test(url) &&
  isObject(recorded) &&
  recorded.unauthorized === true

/** kim's former login is somebody else's this season, whose row used to be left out of kim's rank. */
const RANK_OF_KIM = { before: 21, now: 22 }

/** Parts that say something else since the recording, on purpose; null: the part is compared. */
function changedPart(
  key: string,
  value: unknown,
  { found, recorded }: Record<'found' | 'recorded', Record<string, unknown>>,
): unknown {
  // docs/decisions/120: the place under a login that changed hands is that of its row.
  if (key === 'place' && isObject(value) && isObject(recorded[key])) {
    const isKim = value.rank === RANK_OF_KIM.now && recorded[key].rank === RANK_OF_KIM.before
    return value.isShared === true || isKim ? recorded[key] : null
  }
  // docs/decisions/185: of a hidden row, a show tells only its place in the list.
  if (key === 'rank' && found.racer_name === MASKED_NAME && found.event_points === null) {
    return recorded.rank ?? null
  }
  // docs/decisions/130: an older act's details now have what used to be in its sentence only.
  const before = recorded[key]
  if (key === 'details' && Array.isArray(value) && Array.isArray(before)) {
    return value.filter(({ name }) => before.some((detail) => detail.name === name))
  }
  // docs/decisions/125: a held day has no public board, and an unlisted event is not named.
  const isHeldDay = key === 'rows' && isObject(found.held) && !('held' in recorded)
  const isUnlisted = key === 'shows' && 'hasSnapshot' in recorded
  return (isHeldDay || isUnlisted) && isEmpty(value) ? recorded[key] : null
}

const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0

/**
 * Each receipt says now what it can say of an undo. Every page used to name the last one of all that had stored
 * something, whether it could be undone or not.
 */
function sayUndoable({ receipts }: Receipts, { undoableId }: Record<string, unknown>) {
  const last = receipts.find(({ undo }) => undo !== null && undo !== 'event_deleted_meanwhile')
  const isOnPage = receipts.some(({ id }) => id === undoableId)
  return { undoableId: isOnPage ? last?.id : undoableId }
}

/** The answer without fields that were added since the recording. */
function withoutNames(found: unknown, recorded: unknown): unknown {
  if (Array.isArray(found) && Array.isArray(recorded)) {
    return found.map((item, index) => withoutNames(item, recorded[index]))
  }
  // A warning in the control room used to be only its sentence.
  if (isObject(found) && typeof recorded === 'string') return found.message
  if (!isObject(found) || !isObject(recorded)) return found
  const worded = 'undoableId' in recorded ? sayUndoable(found as object as Receipts, recorded) : {}
  return Object.fromEntries(
    Object.entries({ ...found, ...worded })
      .filter(([key]) => !ADDED.has(key) || key in recorded)
      .map(([key, value]) => {
        const changed = changedPart(key, value, { found, recorded })
        if (changed !== null) return [key, changed]
        const isSpecificNow = key === 'code' && GENERAL_CODES.includes(recorded[key])
        return [key, isSpecificNow ? recorded[key] : withoutNames(value, recorded[key])]
      }),
  )
}

/** The rows of an event's boards have no particular order. */
function rowsById(answer: unknown): unknown {
  if (!Array.isArray(answer)) return answer
  return answer.map((board) =>
    isObject(board) && Array.isArray(board.leaderboard)
      ? { ...board, leaderboard: board.leaderboard.toSorted((a, b) => (a.id < b.id ? -1 : 1)) }
      : board,
  )
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Replaces every name of a racer by one name, because lines for the chat may use any of them. */
async function replacerOfNames({ context: { db } }: TestServer): Promise<(line: string) => string> {
  const { rows } = await sql<{ name: string; platform: string; login: string }>`
    select display_name as name, platform, login from racers where display_name is not null
    union select channel_racers.display_name, platform, login
      from channel_racers join racers on racers.id = racer_id
      where channel_racers.display_name is not null
    union select coalesce(display_name, username), platform, login from users
    order by name`.execute(db)
  const names = rows.flatMap(({ name, ...racer }) => {
    const called = racerName(racer)
    // One with the platform, if `racer_name` has it, and one without, as in older answers.
    return [name + called.slice(racer.login.length), name].map((shown) => ({ shown, called }))
  })
  const longestFirst = names.toSorted((a, b) => b.shown.length - a.shown.length)
  return (line) =>
    longestFirst.reduce((text, { shown, called }) => text.replaceAll(shown, called), line)
}

/** Writes the days of all seasons again, including those that the migration wrote. */
async function writeAllDaysAgain({ context, clock }: TestServer): Promise<void> {
  const { db } = context
  const standings = await db
    .selectFrom('channel_seasons')
    .select(['channel_id', 'season'])
    .execute()
  for (const { channel_id: channelId, season } of standings) {
    await noteSeasonDays(db, { channelId, seasons: [season] })
  }
  clock.advance({ days: 3 })
  await closeDays(context)
  expect(await db.selectFrom('day_closings').selectAll().execute()).toEqual([])
}

async function expectNoDifferences({ context: { db, config } }: TestServer): Promise<void> {
  expect((await findDifferences(db, config)).differences).toEqual([])
}
