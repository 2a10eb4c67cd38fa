import { type Kysely, sql } from 'kysely'

/**
 * The audit log keeps facts, from which the sentences are made when they are read, and names as entries. An older entry's
 * missing facts come from its sentence; of one that says something else, numbers stay. What is wrong with a post in
 * Discord is a code: docs/decisions/130-facts-not-sentences.md.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // As json, the facts keep their order.
  await sql`alter table audit_log add column facts json`.execute(db)
  for (let after = 0; ; ) {
    const { rows } = await sql<StoredAct>`
      select log.id, log.act, log.summary, log.details, "user".username
      from audit_log as log join users as "user" on "user".id = log.user_id
      where log.id > ${after} order by log.id limit ${AT_ONCE}`.execute(db)
    const last = rows.at(-1)
    if (last === undefined) {
      break
    }
    await convert(db, rows)
    after = last.id
  }
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
  await convertPosts(db)
}

const AT_ONCE = 1_000

const STATEMENTS = [
  'alter table audit_log alter column facts set not null, drop column summary, drop column details',
  `comment on column audit_log.facts is
    'The facts in the act''s sentence, and others. Names are entries: contract/src/words/name-entry.ts.'`,
]

interface StoredAct {
  id: number
  act: string
  summary: string
  details: Record<string, string>
  username: string
}

type Facts = Record<string, unknown>

/** The sentences of all versions. Their tags are facts. */
const SENTENCES: Readonly<Record<string, readonly string[]>> = {
  'settings-updated': ['Changed the settings: <settings/>.'],
  'season-change-undone': ['Undid the change of the season: it is <after/> again, not <before/>.'],
  'admin-bound': ['<username/> is an admin from now on: ADMIN_LOGINS lists the login.'],
  'report-resolved': ['Resolved the report of <racer/> by <reporter/>.'],
  'report-dismissed': ['Dismissed the report of <racer/> by <reporter/>.'],
  'patch-note-created': ['Created the patch note <title/>.'],
  'patch-note-updated': ['Changed the patch note <title/>.'],
  'patch-note-deleted': ['Deleted the patch note <title/>.'],
  'installer-uploaded': ['Uploaded the installer <file/>.'],
  'default-configuration-created': ['Created the default configuration <configuration/>.'],
  'default-configuration-changed': ['Changed the default configuration <configuration/>.'],
  'default-configuration-deleted': ['Deleted the default configuration <configuration/>.'],
  'event-changed': ['Changed the event <event/> of somebody else.'],
  'event-deleted': ['Deleted the event <event/> of <owner/>.'],
  'series-renamed': ['Renamed a series of somebody else to <name/>.'],
  'series-ordered': ['Put the events of the series <series/> of somebody else in order.'],
  'series-deleted': ['Deleted the series <series/> of <owner/> with its events.'],
  'series-event-created': ['Created the event <event/> in the series <series/> of somebody else.'],
  'series-event-added': ['Added the event <event/> to the series <series/> of somebody else.'],
  'series-event-taken-out': [
    'Took the event <event/> out of the series <series/> of somebody else.',
  ],
  'snapshot-put-back': [
    'Put back a snapshot of season <season/> of <channel/>: <racers/> racers.',
    'Put back a snapshot of season <season/> of <channel/>: <racers/> racer.',
    'Put back a snapshot of <event/> by <channel/>: <racers/> racers.',
    'Put back a snapshot of <event/> by <channel/>: <racers/> racer.',
  ],
  'upload-undone': [
    'Removed the snapshot of season <season/> of <channel/>.',
    'Took back the snapshot of season <season/> of <channel/>.',
    'Removed the snapshot of the event <event/> of <channel/>.',
    'Took back the snapshot of the event <event/> of <channel/>.',
    'Removed <games/> games of <channel/>.',
    'Took back <games/> games of <channel/>.',
    ...['Removed', 'Took back'].flatMap((verb) =>
      ['racers', 'racer'].flatMap((noun) => [
        `${verb} a <mode/> with <racers/> ${noun} on <map/> of <channel/>.`,
        `${verb} a <mode/> with <racers/> ${noun} of <channel/>.`,
      ]),
    ),
  ],
  'show-settings': ['Changed how the show of <event/>, an event of somebody else, is seen.'],
  'show-token': ['Replaced an address of <event/>, an event of somebody else.'],
  ...Object.fromEntries(
    ['start', 'next', 'back', 'jump', 'podium', 'finish', 'reset', 'take-over'].map((move) => [
      `show-${move}`,
      ['Moved the show of <event/>, an event of somebody else.'],
    ]),
  ),
  'discord-post': ['Posted the results of <event/>, an event of somebody else.'],
  'discord-webhook': ['Changed where <event/>, an event of somebody else, is posted.'],
}

/** Facts that are numbers in the sentence. */
const COUNTED = ['season', 'racers', 'games']

function readSentence(text: string, sentence: string): Record<string, string> | null {
  const pieces = sentence.split(/<(\w+)\/>/)
  const names = pieces.filter((_, index) => index % 2 === 1)
  const pattern = pieces
    .map((piece, index) =>
      index % 2 === 0
        ? piece.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
        : COUNTED.includes(piece)
          ? '(\\d[\\d,]*)'
          : piece === 'mode'
            ? '(race|royale|tilt level)'
            : '([\\s\\S]+)',
    )
    .join('')
  const found = new RegExp(`^${pattern}$`, 'u').exec(text)
  return (
    found &&
    Object.fromEntries(
      names.map((name, index) => {
        const value = found[index + 1] ?? ''
        return [name, COUNTED.includes(name) ? value.replaceAll(',', '') : value]
      }),
    )
  )
}

/** What is asked of the database about the names in entries. */
interface Known {
  users: ReadonlyMap<string, number | null>
  channels: ReadonlyMap<string, number | null>
  reports: ReadonlyMap<number, { reporter: number; racer: unknown }>
}

async function convert(db: Kysely<unknown>, acts: readonly StoredAct[]): Promise<void> {
  const read = acts.map((act) => ({ ...act, said: readAct(act) }))
  const known: Known = {
    users: await findIds(
      db,
      'users',
      'username',
      read.map(({ said }) => said?.owner),
    ),
    channels: await findIds(
      db,
      'channels',
      'name',
      read.map(({ said }) => said?.channel),
    ),
    reports: await findReports(
      db,
      read
        .filter(({ act }) => act.startsWith('report-'))
        .map(({ details }) => Number(details.number)),
    ),
  }
  const facts = read.map((act) => makeFacts(act, known))
  await sql`
    update audit_log set facts = new.facts::json
    from unnest(
      ${acts.map(({ id }) => id)}::bigint[], ${facts.map((each) => JSON.stringify(each))}::text[]
    ) as new (id, facts)
    where audit_log.id = new.id`.execute(db)
}

/** The facts in the sentence, together with the stored ones; null if it is another sentence. */
function readAct({ act, summary, details }: StoredAct): Record<string, string> | null {
  for (const sentence of SENTENCES[act] ?? []) {
    const said = readSentence(summary, sentence)
    if (said !== null) {
      return { ...said, ...details }
    }
  }
  return null
}

function makeFacts(
  { act, details, said }: StoredAct & { said: Record<string, string> | null },
  known: Known,
): Facts {
  const facts = said && composeFacts({ act, details }, said, known)
  return facts ?? numbersIn(details)
}

/** What stays of an act that cannot be said any more. */
const numbersIn = (details: Record<string, string>): Facts =>
  Object.fromEntries(
    Object.entries(details).filter(
      ([name, value]) => NUMBERS.includes(name) && /^\d+$/.test(value),
    ),
  )

const NUMBERS = ['number', 'receipt', 'games', 'season', 'racers', 'added', 'changed', 'removed']

function composeFacts(
  { act, details }: Pick<StoredAct, 'act' | 'details'>,
  said: Record<string, string>,
  known: Known,
): Facts | null {
  switch (act) {
    case 'settings-updated':
      return { settings: listSettings(details, said.settings ?? '') }
    case 'admin-bound':
      return {}
    case 'report-resolved':
    case 'report-dismissed': {
      const report = known.reports.get(Number(details.number))
      return {
        ...said,
        racer: report?.racer ?? { login: said.racer },
        reporter: report ? { user: report.reporter } : { login: said.reporter },
      }
    }
    case 'event-changed':
      return {
        ...said,
        ...('before' in said && { before: readEvent(said.before) }),
        ...('after' in said && { after: readEvent(said.after) }),
      }
    case 'event-deleted':
    case 'series-deleted':
      return { ...said, owner: entryOf('user', said.owner, known.users) }
    case 'snapshot-put-back':
      return {
        ...said,
        channel: entryOf('channel', said.channel, known.channels),
        racers: Number(said.racers),
      }
    case 'upload-undone':
      return composeUndone(details, { said, known })
    default:
      return said
  }
}

function entryOf(
  kind: 'user' | 'channel',
  name: string | undefined,
  ids: ReadonlyMap<string, number | null>,
): Facts {
  const id = ids.get(name ?? '') ?? null
  return id === null ? { login: name ?? '' } : { [kind]: id }
}

/** In the order of the sentence, if it has all of them. */
function listSettings(details: Record<string, string>, sentence: string): Facts[] {
  const said = sentence.split(', ')
  const names = Object.keys(details)
  const isSaid = said.length === names.length && names.every((name) => said.includes(name))
  return (isSaid ? said : names).map((name) => ({ name, value: details[name] }))
}

const OF_EVENT = [
  ...['id', 'name', 'createdBy', 'startAt', 'endAt', 'startsAt', 'endsAt', 'timeZone'],
  ...['leaderboard_config_id', 'eventSeries', 'participants'],
]

/** An event as it was stored in an entry, with its participants' numbers in place of their names. */
function readEvent(text: string | undefined): unknown {
  const event: Facts = JSON.parse(text ?? '{}')
  return Object.fromEntries(
    Object.entries(event).flatMap(([name, value]) => {
      if (name === 'participantUsers' && Array.isArray(value)) {
        return [[name, value.map(readParticipant)]]
      }
      return OF_EVENT.includes(name) ? [[name, value]] : []
    }),
  )
}

const readParticipant = ({ id, username, display_name, hasResults, hasAgreedToSeal }: Facts) => ({
  hasResults,
  hasAgreedToSeal,
  id,
  ...(username !== undefined && { username: { user: id } }),
  ...(display_name !== undefined && { display_name: { user: id, shown: true } }),
})

const MODES: Readonly<Record<string, string>> = {
  race: 'race',
  royale: 'royale',
  'tilt level': 'tilt',
}

function composeUndone(
  details: Record<string, string>,
  { said, known }: { said: Record<string, string>; known: Known },
): Facts | null {
  const { receipt, channel, games, season, event, ...others } = details
  const changes = Object.entries(others).map(([of, numbers]) => readChange(of, numbers))
  if (changes.includes(null)) {
    return null
  }
  const gone =
    said.mode !== undefined
      ? {
          ...{ kind: 'game', mode: MODES[said.mode], map: said.map ?? null },
          racers: Number(said.racers),
        }
      : said.season !== undefined
        ? { kind: 'season', season: Number(said.season) }
        : said.event !== undefined
          ? { kind: 'event', event: said.event }
          : { kind: 'games', count: Number(said.games) }
  return {
    ...(receipt !== undefined && { receipt }),
    channel: entryOf('channel', said.channel, known.channels),
    gone,
    changes,
  }
}

/** How the numbers of a season or of an event changed, such as `240 points in 7 games; now no results`. */
function readChange(of: string, numbers: string): Facts | null {
  const [before = '', after = '', ...others] = numbers.split('; now ')
  if (others.length > 0) {
    return null
  }
  const [, more] = /^(\d[\d,]*) more events?$/.exec(of) ?? []
  if (more !== undefined && before === 'these games') {
    return { kind: 'more-events', count: readNumber(more) }
  }
  const [, season] = /^Season (\d+)$/.exec(of) ?? []
  const read = [before, after].map(readSeason)
  if (season !== undefined && !read.includes(undefined)) {
    return { kind: 'season', season: Number(season), before: read[0], after: read[1] }
  }
  const events = [before, after].map(readEventNumbers)
  return events.includes(null)
    ? null
    : { kind: 'event', event: of, before: events[0], after: events[1] }
}

const readNumber = (text: string) => Number(text.replaceAll(',', ''))

/** undefined: it says something else. */
function readSeason(text: string): Facts | null | undefined {
  if (text === 'no results') {
    return null
  }
  const [, points, games] = /^(\d[\d,.]*) points? in (\d[\d,]*) games?$/.exec(text) ?? []
  return points === undefined || games === undefined
    ? undefined
    : { points: readNumber(points), games: readNumber(games) }
}

function readEventNumbers(text: string): Facts | null {
  if (text === 'no results of this channel') {
    return { games: 0, racers: 0, points: null, hasSnapshot: false }
  }
  const found =
    /^(?:(a snapshot) of (\d[\d,]*) racers?|(?:(a snapshot) and )?(\d[\d,]*) games?( of this channel)?)(?: with (\d[\d,.]*) points?)?$/.exec(
      text,
    )
  if (found === null) {
    return null
  }
  const [, only, racers, beside, games, own, points] = found
  const hasSnapshot = (only ?? beside) !== undefined
  return hasSnapshot === (own !== undefined)
    ? null
    : {
        games: games === undefined ? 0 : readNumber(games),
        racers: racers === undefined ? 0 : readNumber(racers),
        points: points === undefined ? null : readNumber(points),
        hasSnapshot,
      }
}

/** By name; null for one that several have. */
async function findIds(
  db: Kysely<unknown>,
  table: 'users' | 'channels',
  column: string,
  names: readonly (string | undefined)[],
): Promise<ReadonlyMap<string, number | null>> {
  const { rows } = await sql<{ name: string; id: number | null }>`
    select ${sql.ref(column)} as name, case when count(*) = 1 then min(id) end as id
    from ${sql.table(table)} where ${sql.ref(column)} = any(${names.filter((name) => name !== undefined)}::text[])
    group by 1`.execute(db)
  return new Map(rows.map(({ name, id }) => [name, id]))
}

async function findReports(db: Kysely<unknown>, ids: readonly number[]): Promise<Known['reports']> {
  const { rows } = await sql<{
    id: number
    reporter: number
    channel: number | null
    racer: number | null
    name: string | null
  }>`
    select report.id, report.reporter_id as reporter, report.channel_id as channel,
      report.racer_name as name, racer.id as racer
    from user_reports as report
    left join racers as racer on racer.platform = 'twitch' and racer.login = report.racer_name
      and not exists (select from new_racers as new where new.racer_id = racer.id)
    where report.id = any(${ids.filter(Number.isSafeInteger)}::bigint[])`.execute(db)
  return new Map(
    rows.map(({ id, reporter, channel, racer, name }) => [
      id,
      {
        reporter,
        racer:
          channel === null
            ? racer === null
              ? { login: name ?? '' }
              : { racer }
            : { channel, shown: true },
      },
    ]),
  )
}

/** What is stored if a post is not in Discord. */
const POSTS: Readonly<Record<string, string>> = {
  show_no_longer_final: 'The show is no longer final, so nothing was posted.',
  post_not_made: 'The server could not make the post.',
  post_interrupted:
    'The server stopped while it was sending. Check Discord to see whether the post is there.',
  post_answer_lost: "Discord's answer was lost. Check Discord to see whether the post is there.",
  discord_unreachable: 'Discord could not be reached.',
  discord_asked_to_wait: 'Discord asked us to wait.',
  webhook_unusable: "The webhook's address can no longer be used. Enter it again.",
  webhook_unknown:
    'Discord no longer knows this webhook. Make a new one there, and enter its address.',
  webhook_redirects: 'The address redirects somewhere else, and redirects are not followed.',
  webhook_private: 'The address leads into a private network.',
}

async function convertPosts(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: number; reason: string }>`
    select id, reason from discord_posts where reason is not null`.execute(db)
  for (const { id, reason } of rows) {
    await sql`
      update discord_posts set reason = ${JSON.stringify(readPostProblem(reason))} where id = ${id}`.execute(
      db,
    )
  }
  await sql`alter table discord_posts alter column reason type jsonb using reason::jsonb`.execute(
    db,
  )
  await sql`comment on column discord_posts.reason is
    'Why it is not in Discord, as code and params; null: it is, or nobody has tried.'`.execute(db)
}

function readPostProblem(reason: string): { code: string; params: object } {
  if (reason.startsWith('{')) {
    const { code, params = {} } = JSON.parse(reason)
    return { code, params }
  }
  const [, status] = /\(status (\d+)\)\.$/.exec(reason) ?? []
  const known = Object.entries(POSTS).find(([, sentence]) => sentence === reason)
  if (known !== undefined) {
    return { code: known[0], params: {} }
  }
  if (status !== undefined && reason.startsWith('Discord ')) {
    const code = reason.startsWith('Discord could not') ? 'discord_unavailable' : 'discord_refused'
    return { code, params: { status: Number(status) } }
  }
  return { code: 'from_before', params: {} }
}
