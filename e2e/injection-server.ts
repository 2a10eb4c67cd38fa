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
  const client = openApiClient(origin)
  const send = async <Answer>(
    session: SessionHeader,
    path: string,
    body?: object,
    method = 'POST',
  ) => {
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
  const signIn = async (login: string, picture = '') => {
    const token = twitch.issue(login)
    const user = {
      ...rowOf({ id: `id of ${login}`, login, displayName: login }),
      profile_image_url: picture,
    }
    twitch.script(token, { users: json({ data: [user] }) })
    const { token: session } = await send<{ token: string }>(
      { authorization: `Bearer ${token}` },
      '/api/auth/twitch',
      {},
    )
    return { authorization: `Bearer ${session}` }
  }
  const fetchUserId = async (session: SessionHeader) =>
    (await send<{ id: number }>(session, '/api/user')).id

  const admin = await signIn('boss')
  const reader = await signIn('reader')
  const owner = await signIn('owner')
  const readerId = await fetchUserId(reader)
  const ownerId = await fetchUserId(owner)

  const people: SessionHeader[] = []
  await forEach(INJECTIONS, async (text, index) => {
    people[index] = await signIn(text, PICTURES[index % PICTURES.length])
  })

  // Channel names, which are on a season's board and on the reader's dashboard.
  await forEach(INJECTIONS, (text, index) =>
    client.uploadSeason(
      {
        streamerData: csv(STREAMER_HEADINGS, [
          text,
          75,
          5000 - index,
          10,
          50,
          0,
          40,
          0,
          '2026-09-14',
        ]),
        viewerData: csv(VIEWER_HEADINGS, [
          'reader',
          75,
          text,
          5000 - index,
          1,
          5,
          0,
          0,
          2,
          0,
          0,
          0,
          0,
        ]),
      },
      admin,
    ),
  )

  // Configurations that everybody may choose; events and series with other participants.
  const configurationIds: number[] = []
  await forEach(INJECTIONS, async (text, index) => {
    const config = { ...STANDARD_CONFIGURATION, name: text }
    const body = { id: null, config, isDefault: true }
    configurationIds[index] = (
      await send<{ id: number }>(admin, '/api/events/leaderboard-config', body)
    ).id
  })
  const makeEvent = (name: string) => ({
    name,
    ...DAYS,
    participants: [ownerId, readerId],
    leaderboard: configurationIds[0],
  })
  await forEach(INJECTIONS, async (text) => {
    const body = { seriesName: `x: ${text}`, events: [makeEvent(text)], timeZone: 'UTC' }
    await send(owner, '/api/events/createEventSeries', body)
  })
  const longSeriesIds: number[] = []
  for (let first = 0; first < INJECTIONS.length; first += MAX_SERIES_EVENTS) {
    const names = INJECTIONS.slice(first, first + MAX_SERIES_EVENTS).map((text) => `y: ${text}`)
    const body = { seriesName: 'All of them', events: names.map(makeEvent), timeZone: 'UTC' }
    const series = await send<{ id: number }>(owner, '/api/events/createEventSeries', body)
    longSeriesIds.push(series.id)
  }
  const { id: eventId } = await send<{ id: number }>(owner, '/api/events/createEventSingle', {
    ...makeEvent('"><script>alert(1)</script>'),
    timeZone: 'UTC',
  })

  // Racer names; all have the same points, so that one step reveals them all.
  await client.uploadForm(
    '/api/app/upload-event-data',
    {
      fields: { eventId: String(eventId) },
      files: {
        eventData: csv(
          EVENT_HEADINGS,
          ...INJECTIONS.map((text) => [text, 'owner', 820, 2, 14, 400, 1, 3, 0, 9, 611, 0, 64.5]),
        ),
      },
    },
    owner,
  )

  // Patch notes: each injection as a title, and all of them as Markdown in the newest note.
  await forEach(INJECTIONS, (text) =>
    send(admin, '/api/patch-notes', { title: text, content: text }),
  )
  const { id: noteId } = await send<{ id: number }>(admin, '/api/patch-notes', {
    title: 'All of them',
    content: INJECTIONS.join('\n\n'),
  })

  // Reports by everybody, half of them resolved with a note; and uploads that are refused.
  const { data: board } = await send<{ data: { channelId: number; username: string }[] }>(
    reader,
    '/api/leaderboard/',
    { season: 75, limit: 100 },
  )
  await forEach(INJECTIONS, async (text, index) => {
    const row = board[(index + 1) % board.length]
    const subject = { kind: 'leaderboard', season: 75, channelId: row?.channelId }
    const body = { subject, reason: 'other', details: text }
    const { id } = await send<{ id: number }>(people[index] ?? reader, '/api/reports', body)
    if (index % 2 === 0) {
      await send(admin, `/api/admin/reports/${id}`, { state: 'resolved', note: text }, 'PUT')
    }
  })
  await forEach(INJECTIONS.slice(0, 40), (text) =>
    client
      .uploadSeason({ streamerData: csv([text, 'season']), viewerData: csv([text]) }, admin)
      .then(
        () => Promise.reject(new Error('was accepted')),
        () => undefined,
      ),
  )
  const version = '<img src=x onerror=alert(1)>'
  await send(admin, '/api/admin/updateSettings', { version, dev_version: version }, 'PUT')

  return {
    admin,
    reader,
    eventId,
    longSeriesIds,
    noteId,
  }
}
