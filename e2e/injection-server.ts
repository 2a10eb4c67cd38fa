/** A server full of injections: in everything that one user writes and another sees. */

import { MAX_SERIES_EVENTS } from '@rollcall/contract/events'
import { openApiClient, type SessionHeader } from '@rollcall/demo/api-client'
import { STANDARD_CONFIGURATION } from '@rollcall/scoring/configuration'
import { FakeTwitch, json, rowOf } from '@rollcall/server/testing/fake-twitch'
import { INJECTIONS } from './injection-strings.ts'
import { startRollcall } from './start-server.ts'

export interface InjectionServer {
  origin: string
  admin: SessionHeader
  /** Takes part in everything, has raced on every channel, and wrote nothing. */
  reader: SessionHeader
  eventId: number
  /** Series with an event `y: …` for each injection. */
  longSeriesIds: number[]
  /** The patch note that contains all injections. */
  noteId: number
  stop(): Promise<void>
}

/** Profile pictures that a platform might send. */
const PICTURES = [
  '',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'x" onerror="alert(1)',
]
const DAYS = { startDate: '2026-09-01', endDate: '2026-10-31' }
const CONCURRENT_CALLS = 8

async function forEach<Item>(
  items: readonly Item[],
  act: (item: Item, index: number) => Promise<unknown>,
) {
  const left = [...items.entries()]
  const work = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      await act(next[1], next[0])
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT_CALLS }, work))
}

const quoted = (cell: string | number) => `"${String(cell).replaceAll('"', '""')}"`
const csv = (...rows: (string | number)[][]) =>
  rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('')

const STREAMER_HEADINGS =
  'channel,season,points,total_races,race_hs,race_hs_today,br_hs,br_hs_today,marble_day'.split(',')
const VIEWER_HEADINGS =
  'racer_name,season,channel,race_points,race_wins,race_races,br_points,br_wins,br_races,crownwins,br_kills,br_damage,eliminations'.split(
    ',',
  )
const EVENT_HEADINGS =
  'racer_name,channel,race_points,race_wins,race_races,br_points,br_wins,br_races,crownwins,br_kills,br_damage,eliminations,event_points'.split(
    ',',
  )

export async function startInjectionServer(): Promise<InjectionServer> {
  const twitch = await FakeTwitch.start()
  const server = await startRollcall('hostile-server', {
    ...twitch.env,
    ADMIN_LOGINS: 'boss',
    UPLOAD_PAIRING: 'key',
  })
  const stop = async () => {
    await server.stop()
    await twitch.stop()
  }
  try {
    return { ...(await fill(server.origin, twitch)), origin: server.origin, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function fill(
  origin: string,
  twitch: FakeTwitch,
): Promise<Omit<InjectionServer, 'origin' | 'stop'>> {
  const admin = await signIn(origin, twitch, { login: 'boss' })
  const reader = await signIn(origin, twitch, { login: 'reader' })
  const owner = await signIn(origin, twitch, { login: 'owner' })
  const people: SessionHeader[] = []
  await forEach(INJECTIONS, async (text, index) => {
    const picture = PICTURES[index % PICTURES.length]
    people[index] = await signIn(origin, twitch, { login: text, picture })
  })
  await uploadChannels(origin, admin)
  const { eventId, longSeriesIds } = await makeEvents(origin, { admin, owner, reader })
  await uploadRacers(origin, { owner, eventId })
  const noteId = await writePatchNotes(origin, admin)
  await sendReports(origin, { admin, reader, people })
  await uploadRefused(origin, admin)
  const version = '<img src=x onerror=alert(1)>'
  await send(origin, {
    session: admin,
    method: 'PUT',
    path: '/api/admin/updateSettings',
    body: { version, dev_version: version },
  })
  return { admin, reader, eventId, longSeriesIds, noteId }
}

interface Call {
  session: SessionHeader
  path: string
  /** Absent: nothing is sent, with GET. */
  body?: object
  method?: 'POST' | 'PUT'
}

async function send<Answer>(
  origin: string,
  { session, path, body, method = 'POST' }: Call,
): Promise<Answer> {
  const response = await fetch(new URL(path, origin), {
    method: body === undefined ? 'GET' : method,
    headers: { ...session, ...(body && { 'content-type': 'application/json' }) },
    body: body === undefined ? null : JSON.stringify(body),
  })
  if (!response.ok) {
    throw new Error(`${path}: ${await response.text()} ${JSON.stringify(body)}`)
  }
  return (await response.json()) as Answer
}

async function signIn(
  origin: string,
  twitch: FakeTwitch,
  { login, picture = '' }: { login: string; picture?: string | undefined },
): Promise<SessionHeader> {
  const token = twitch.issue(login)
  const user = {
    ...rowOf({ id: `id of ${login}`, login, displayName: login }),
    profile_image_url: picture,
  }
  twitch.script(token, { users: json({ data: [user] }) })
  const { token: session } = await send<{ token: string }>(origin, {
    session: { authorization: `Bearer ${token}` },
    path: '/api/auth/twitch',
    body: {},
  })
  return { authorization: `Bearer ${session}` }
}

/** Channel names, which are on a season's board and on the reader's dashboard. */
async function uploadChannels(origin: string, admin: SessionHeader): Promise<void> {
  const client = openApiClient(origin)
  await forEach(INJECTIONS, (text, index) => {
    const points = 5000 - index
    return client.uploadSeason(
      {
        streamerData: csv(STREAMER_HEADINGS, [text, 75, points, 10, 50, 0, 40, 0, '2026-09-14']),
        viewerData: csv(VIEWER_HEADINGS, [
          'reader',
          75,
          text,
          ...[points, 1, 5],
          ...[0, 0, 2, 0, 0, 0, 0],
        ]),
      },
      admin,
    )
  })
}

type Sessions<Name extends string> = Record<Name, SessionHeader>

/** Configurations that everybody may choose; events and series with other participants. */
async function makeEvents(
  origin: string,
  { admin, owner, reader }: Sessions<'admin' | 'owner' | 'reader'>,
): Promise<Pick<InjectionServer, 'eventId' | 'longSeriesIds'>> {
  const configurationIds: number[] = []
  await forEach(INJECTIONS, async (text, index) => {
    const config = { ...STANDARD_CONFIGURATION, name: text }
    const { id } = await send<{ id: number }>(origin, {
      session: admin,
      path: '/api/events/leaderboard-config',
      body: { id: null, config, isDefault: true },
    })
    configurationIds[index] = id
  })
  const fetchUserId = async (session: SessionHeader) =>
    (await send<{ id: number }>(origin, { session, path: '/api/user' })).id
  const participants = [await fetchUserId(owner), await fetchUserId(reader)]
  const makeEvent = (name: string) => ({
    name,
    ...DAYS,
    participants,
    leaderboard: configurationIds[0],
  })
  const create = (kind: 'Series' | 'Single', body: object) =>
    send<{ id: number }>(origin, {
      session: owner,
      path: `/api/events/createEvent${kind}`,
      body: { ...body, timeZone: 'UTC' },
    })
  await forEach(INJECTIONS, (text) =>
    create('Series', { seriesName: `x: ${text}`, events: [makeEvent(text)] }),
  )
  const longSeriesIds: number[] = []
  for (let first = 0; first < INJECTIONS.length; first += MAX_SERIES_EVENTS) {
    const names = INJECTIONS.slice(first, first + MAX_SERIES_EVENTS).map((text) => `y: ${text}`)
    const series = await create('Series', {
      seriesName: 'All of them',
      events: names.map(makeEvent),
    })
    longSeriesIds.push(series.id)
  }
  const { id: eventId } = await create('Single', makeEvent('"><script>alert(1)</script>'))
  return { eventId, longSeriesIds }
}

/** Racer names; all have the same points, so that one step reveals them all. */
async function uploadRacers(
  origin: string,
  { owner, eventId }: { owner: SessionHeader; eventId: number },
): Promise<void> {
  const rows = INJECTIONS.map((text) => [
    text,
    'owner',
    ...[820, 2, 14],
    ...[400, 1, 3, 0, 9, 611, 0],
    64.5,
  ])
  await openApiClient(origin).uploadForm(
    '/api/app/upload-event-data',
    {
      fields: { eventId: String(eventId) },
      files: { eventData: csv(EVENT_HEADINGS, ...rows) },
    },
    owner,
  )
}

/** Each injection as a title, and all of them as Markdown in the newest note, whose id is returned. */
async function writePatchNotes(origin: string, admin: SessionHeader): Promise<number> {
  const write = (title: string, content: string) =>
    send<{ id: number }>(origin, {
      session: admin,
      path: '/api/patch-notes',
      body: { title, content },
    })
  await forEach(INJECTIONS, (text) => write(text, text))
  const { id } = await write('All of them', INJECTIONS.join('\n\n'))
  return id
}

/** Reports by everybody, half of them resolved with a note. */
async function sendReports(
  origin: string,
  { admin, reader, people }: Sessions<'admin' | 'reader'> & { people: readonly SessionHeader[] },
): Promise<void> {
  const { data: board } = await send<{ data: { channelId: number; username: string }[] }>(origin, {
    session: reader,
    path: '/api/leaderboard/',
    body: { season: 75, limit: 100 },
  })
  await forEach(INJECTIONS, async (text, index) => {
    const row = board[(index + 1) % board.length]
    const subject = { kind: 'leaderboard', season: 75, channelId: row?.channelId }
    const { id } = await send<{ id: number }>(origin, {
      session: people[index] ?? reader,
      path: '/api/reports',
      body: { subject, reason: 'other', details: text },
    })
    if (index % 2 === 0) {
      await send(origin, {
        session: admin,
        method: 'PUT',
        path: `/api/admin/reports/${id}`,
        body: { state: 'resolved', note: text },
      })
    }
  })
}

async function uploadRefused(origin: string, admin: SessionHeader): Promise<void> {
  const client = openApiClient(origin)
  await forEach(INJECTIONS.slice(0, 40), (text) =>
    client
      .uploadSeason({ streamerData: csv([text, 'season']), viewerData: csv([text]) }, admin)
      .then(
        () => Promise.reject(new Error('was accepted')),
        () => undefined,
      ),
  )
}
