/** The attacks for `one-bad-actor.ts`, with the users, events and files that they need. */
import { openApiClient, type SessionHeader } from '@rollcall/demo/api-client'
import { eventUpload } from '@rollcall/server/testing/game-files'
import { formUpload, makeSeason, seasonUpload } from '@rollcall/server/testing/season-files'
import type { Attack } from './attacker.ts'
import { type FaultPlace, must, readCount } from './fault.ts'
import type { FaultLoad } from './fault-load.ts'
import { dayFromNow, SEASON } from './fault-load-files.ts'
import type { ServerProcess } from './server-process.ts'

/** Participants of the huge event, each with this many racers. */
const STREAMERS = readCount('FAULT_ATTACK_STREAMERS', 300)
const RACERS = 5_000
const LARGEST_ROWS = 49_000
/** One such call uses up what a user may create in a day. */
const SERIES = { events: 40, participants: 500 }
const ATTACKER = 'attacker'

/** Creates streamers with data, and the attacker's session, event and files. The limits are still off. */
export async function prepareAttacks(
  { origin }: ServerProcess,
  load: FaultLoad,
  progress: FaultPlace['progress'],
): Promise<[name: string, attacks: Attack[]][]> {
  const names = Array.from({ length: 10 }, (_, index) => `bystander_${index}`)
  await load.join(origin, names)
  const client = openApiClient(origin)
  const crowd: { id: number; session: SessionHeader }[] = []
  for (let index = 0; index < Math.max(STREAMERS, SERIES.participants); index += 1) {
    const session = await client.signIn(`crowd_${index}`)
    const { id } = await client.call<{ id: number }>('/api/user', session)
    crowd.push({ id, session })
  }
  const organiser = await client.signIn('organiser')
  const [configuration] = await client.call<{ id: number }[]>('/api/events/leaderboards', organiser)
  const event = {
    name: 'Endless cup',
    startDate: dayFromNow(-5),
    endDate: dayFromNow(390),
    participants: crowd.slice(0, STREAMERS).map(({ id }) => id),
    leaderboard: configuration?.id,
  }
  const { id: eventId } = await client.call<{ id: number }>(
    '/api/events/createEventSingle',
    organiser,
    event,
  )
  for (const [index, { session }] of crowd.slice(0, STREAMERS).entries()) {
    progress(`event of ${STREAMERS} streamers: ${index + 1}`)
    const eventData = eventFile(`crowd_${index}`, RACERS)
    await post(origin, eventUpload({ eventId, eventData }, { headers: session }))
  }
  const session = await client.signIn(ATTACKER)
  const reader = crowd[0]?.session ?? organiser
  return [
    ['nobody', []],
    ...Object.entries(listAttacks({ session, reader, crowd, event, eventId })),
  ]
}

function listAttacks({
  session,
  reader,
  crowd,
  event,
  eventId,
}: {
  session: SessionHeader
  /** The session of somebody who may see the event. */
  reader: SessionHeader
  crowd: readonly { id: number }[]
  event: object
  eventId: number
}): Record<string, Attack[]> {
  const largest = (channel: string) =>
    makeSeason({
      channel,
      season: SEASON,
      racers: Array.from({ length: LARGEST_ROWS }, (_, index) => ({ name: `racer_${index}` })),
    })
  const series = {
    seriesName: 'Series {n}',
    timeZone: 'UTC',
    events: Array.from({ length: SERIES.events }, (_, index) => ({
      ...event,
      name: `Spam ${index}`,
      participants: crowd.slice(0, SERIES.participants).map(({ id }) => id),
    })),
  }
  const twice = seasonUpload({ viewerData: Buffer.alloc(600_000, 'a') })
  const repeatedPart = Buffer.concat([twice.payload as Buffer, twice.payload as Buffer])
  return {
    'refused forms': [attackBy({ ...twice, payload: repeatedPart }, 4)],
    'a huge event': [
      {
        connections: 16,
        path: `/api/events/get-leaderboard/${eventId}`,
        headers: reader,
        body: null,
      },
    ],
    'events as spam': [
      {
        connections: 4,
        path: '/api/events/createEventSeries',
        headers: { ...session, 'content-type': 'application/json' },
        body: JSON.stringify(series),
      },
    ],
    'large files of a stranger': [
      attackBy(seasonUpload(largest('bystander_0')), 3),
      attackBy(eventUpload({ eventId, eventData: eventFile('crowd_0', LARGEST_ROWS) }), 3),
    ],
    'large uploads of one streamer': [
      attackBy(seasonUpload(largest(ATTACKER), { headers: { ...session } }), 2),
      attackBy(
        formUpload(
          '/api/app/upload-data',
          { ...largest(ATTACKER) },
          {
            headers: { ...session },
            fields: { dryRun: 'true' },
          },
        ),
        2,
      ),
    ],
  }
}

type Form = ReturnType<typeof seasonUpload>

const attackBy = ({ url, headers, payload }: Form, connections: number): Attack => ({
  connections,
  path: String(url),
  headers: headers as Record<string, string>,
  body: payload as Buffer,
})

function eventFile(channel: string, rows: number): Buffer {
  const heading =
    'racer_name,channel,race_points,race_wins,race_races,br_points,br_wins,br_races,crownwins,br_kills,br_damage,eliminations,event_points'
  const lines = Array.from(
    { length: rows },
    (_, index) => `${channel}_racer_${index},${channel},${index},0,1,0,0,0,0,0,0,0,${index}`,
  )
  return Buffer.from([heading, ...lines, ''].join('\r\n'))
}

async function post(origin: string, { url, headers, payload }: Form): Promise<void> {
  const response = await fetch(new URL(String(url), origin), {
    method: 'POST',
    headers: headers as Record<string, string>,
    body: new Uint8Array(payload as Buffer),
  })
  must(response.ok, `${url} answered ${response.status}: ${await response.text()}`)
}
