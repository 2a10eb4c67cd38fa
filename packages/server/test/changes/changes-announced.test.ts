/**
 * Every write is announced. For each endpoint that may write, triggers in this test's database note what was written
 * (`note-writes.ts`), and the test compares that with what the change feed heard.
 */
import type { getAccount } from '@rollcall/contract/account'
import { allEndpoints } from '@rollcall/contract/all-endpoints'
import type { Endpoint, ResponseOf } from '@rollcall/contract/endpoint'
import type { listSeals } from '@rollcall/contract/events-seals'
import type { LeagueRow } from '@rollcall/contract/leagues'
import type { listObjections } from '@rollcall/contract/objections'
import type { ControlRoom } from '@rollcall/contract/show'
import type { getTeamByLink } from '@rollcall/contract/teams'
import { STANDARD_CONFIGURATION } from '@rollcall/scoring/configuration'
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { callOf, routeOf } from '../helpers/endpoint-cases.ts'
import { codeRequest, makeCompanionKey } from '../helpers/fake-companion.ts'
import { FakeTwitch } from '../helpers/fake-twitch.ts'
import { eventUpload, gameUpload, raceFiles, sampleGame } from '../helpers/game-files.ts'
import { noteWrites } from '../helpers/note-writes.ts'
import {
  createWorld,
  EVENT_DATA,
  LEAGUE_RULES,
  newEvent,
  PRESCRIPTION,
  PRIVATE,
  type World,
} from '../helpers/owners-world.ts'
import { makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'

const NOBODY_LISTENS = 'http://127.0.0.1:9'

let twitch: FakeTwitch
let server: TestServer
let owner: Session
let world: World
const heard = new Set<string>()

beforeAll(async () => {
  twitch = await FakeTwitch.start()
  server = await startTestServer({
    env: {
      ...twitch.env,
      ADMIN_LOGINS: 'owner',
      UPLOAD_PAIRING: 'key',
      WEBHOOK_ORIGINS: NOBODY_LISTENS,
    },
  })
  owner = await signIn('owner')
  world = await createWorld(server, owner)
  const { db, changes } = server.context
  await noteWrites(db)
  changes.follow((topic) => heard.add(topic))
})
afterAll(async () => {
  await server.stop()
  await twitch.stop()
})

function signIn(login: string, id = login): Promise<Session> {
  return server.signInWith(twitch.issue(login, { id }))
}

/** The topics that were written but not announced before the answer. */
async function forgottenBy(write: () => Promise<unknown>): Promise<string[]> {
  const { db } = server.context
  await sql`delete from written_topics`.execute(db)
  heard.clear()
  await write()
  const announced = new Set(heard)
  const { rows } = await sql<{ topic: string }>`
    select distinct topic from written_topics order by topic`.execute(db)
  return rows.map(({ topic }) => topic).filter((topic) => !announced.has(topic))
}

const call = (options: InjectOptions): Promise<unknown> =>
  server.ask({ ...options, headers: { ...owner, ...options.headers } })

const upload = (points: number) =>
  call(seasonUpload(makeSeason({ channel: 'owner', points, marbleDay: '2026-09-15' })))

const useSnapshots = () =>
  call({ method: 'PUT', url: '/api/uploads/handover', body: { isOn: false } })

/** Calls that need some preparation to be answered with 200. Each function prepares and returns the call. */
const PREPARED: Readonly<Record<string, () => Promise<InjectOptions>>> = {
  ...Object.fromEntries(
    (['event', 'series'] as const).flatMap((kind) => [
      [`PUT /api/events/${kind}/:id/helpers/:userId`, () => appointment(kind)],
      [
        `DELETE /api/events/${kind}/:id/helpers/:userId`,
        async () => {
          const made = await appointment(kind)
          await call(made)
          return { method: 'DELETE' as const, url: made.url }
        },
      ],
      [`POST /api/events/${kind}/:id/stop-helping`, () => stopHelping(kind)],
    ]),
  ),
  'POST /api/events/series/:id/league/passed-over': () => passingOver(),
  'DELETE /api/events/series/:id/league/passed-over/:passedOverId': async () => {
    const pass = await passingOver()
    const { id } = (await call(pass)) as { id: number }
    return { method: 'DELETE', url: `${pass.url}/${id}` }
  },
  'PUT /api/events/series/:id/league/divisions': async () => {
    const { url } = await leagueWithResult()
    const body = { divisions: [{ id: null, name: 'Gold' }] }
    return { method: 'PUT', url: `${url}/divisions`, body }
  },
  'POST /api/events/series/:id/league/divisions/:divisionId/members': async () => {
    const { put } = await divided()
    return put
  },
  'PUT /api/events/series/:id/league/division-members': async () => {
    const { url, put } = await divided()
    const { moved } = (await call(put)) as { moved: { id: number }[] }
    const body = { members: moved.map(({ id }) => id), division: null }
    return { method: 'PUT', url: `${url}/division-members`, body }
  },
  'POST /api/events/series/:id/league/disqualified': () => disqualifying(),
  'DELETE /api/events/series/:id/league/disqualified/:disqualifiedId': async () => {
    const made = await disqualifying()
    const { id } = (await call(made)) as { id: number }
    return { method: 'DELETE', url: `${made.url}/${id}` }
  },
  'POST /api/events/objections/:eventId': () => objecting(owner),
  'DELETE /api/events/objections/:eventId': async () => {
    const made = await objecting(owner)
    await call(made)
    return { method: 'DELETE', url: made.url }
  },
  'POST /api/events/objections/:eventId/:objectionId': async () => {
    const made = await objecting(await signIn(`${PRIVATE.toLowerCase()}_racer`))
    await call(made)
    const { objections } = (await call({ method: 'GET', url: made.url })) as ResponseOf<
      typeof listObjections
    >
    const body = { isUpheld: true, text: 'They are there now.' }
    return { method: 'POST', url: `${made.url}/${objections[0]?.id}`, body }
  },
  'PUT /api/events/series/:id/league/rounds/:eventId/prescription': async () => {
    const { url, eventId } = await runningRound()
    const body = { prescription: PRESCRIPTION }
    return { method: 'PUT', url: `${url}/rounds/${eventId}/prescription`, body }
  },
  'PUT /api/events/series/:id/league/rounds/:eventId/announcement': async () => {
    const { url, eventId } = await runningRound()
    const body = { announcement: 'Five laps.' }
    return { method: 'PUT', url: `${url}/rounds/${eventId}/announcement`, body }
  },
  'PUT /api/events/series/:id/league/rounds/:eventId/games/:gameId': async () => {
    const { url, eventId } = await runningRound()
    const round = `${url}/rounds/${eventId}`
    const files = raceFiles(['ada', 'bea'], server.context.now())
    const { gameId } = (await call(gameUpload(files))) as { gameId: number }
    await call({
      method: 'PUT',
      url: `${round}/prescription`,
      body: { prescription: PRESCRIPTION },
    })
    return { method: 'PUT', url: `${round}/games/${gameId}`, body: { swapped: 'out' } }
  },
  'POST /api/events/series/:id/league/rounds/:eventId/proposal': async () => {
    const { url, eventId } = await leagueWithResult()
    const round = `${url}/rounds/${eventId}`
    await call({ method: 'PUT', url: round, body: { to: 'final' } })
    const changed = Buffer.from(EVENT_DATA.toString().replaceAll(/\d+(?=\r?\n)/g, '77'))
    await call(eventUpload({ eventId, eventData: changed }))
    const { seen } = (await call({ method: 'GET', url: `${round}/proposal` })) as {
      seen: string | null
    }
    return { method: 'POST', url: `${round}/proposal`, body: { decision: 'decline', seen } }
  },
  'POST /api/admin/undo-season-change': async () => {
    await call({ method: 'PUT', url: '/api/admin/updateSettings', body: { season: '76' } })
    return { method: 'POST', url: '/api/admin/undo-season-change', body: { season: 76 } }
  },
  'DELETE /api/admin/reports/:id/decision': async () => {
    const { id } = (await call(await report(await signIn('third')))) as { id: number }
    await call({ method: 'PUT', url: `/api/admin/reports/${id}`, body: { state: 'resolved' } })
    return { method: 'DELETE', url: `/api/admin/reports/${id}/decision` }
  },
  'PUT /api/admin/reports/:id/display-names/:channelId': () => reportedName('PUT'),
  'DELETE /api/admin/reports/:id/display-names/:channelId': () => reportedName('DELETE'),
  'POST /api/auth/:platform': async () => ({
    method: 'POST',
    url: '/api/auth/twitch',
    headers: { authorization: `Bearer ${twitch.issue('owner', { id: 'owner' })}` },
  }),
  'POST /api/auth/logout': async () => ({
    method: 'POST',
    url: '/api/auth/logout',
    headers: await signIn('leaver'),
  }),
  'DELETE /api/account/sessions/:id': async () => {
    await signIn('owner')
    const { sessions } = (await call({ method: 'GET', url: '/api/account' })) as ResponseOf<
      typeof getAccount
    >
    const other = sessions.find(({ isCurrent }) => !isCurrent)
    return { method: 'DELETE', url: `/api/account/sessions/${other?.id}` }
  },
  'POST /api/app/upload-data': async () =>
    seasonUpload(makeSeason({ channel: 'owner', points: 777, marbleDay: '2026-09-15' })),
  'POST /api/app/upload-event-data': async () => {
    const { url, headers, payload, ...rest } = callOf(
      endpointOf('POST /api/app/upload-event-data'),
      world,
    )
    const changed = String(payload).replaceAll(',100\r\n', ',200\r\n')
    return { ...rest, url, headers, payload: changed } as InjectOptions
  },
  'DELETE /api/events/leaderboard-config/:id': async () => {
    const { id } = (await call({
      method: 'POST',
      url: '/api/events/leaderboard-config',
      body: { config: { ...STANDARD_CONFIGURATION, name: 'Unused' } },
    })) as { id: number }
    return { method: 'DELETE', url: `/api/events/leaderboard-config/${id}` }
  },
  'POST /api/events/leave/:id': async () => {
    const { eventId } = await comingSeries(owner)
    return { method: 'POST', url: `/api/events/leave/${eventId}` }
  },
  'POST /api/events/leave-series/:id': async () => {
    const { id } = await comingSeries(owner)
    return { method: 'POST', url: `/api/events/leave-series/${id}` }
  },
  'PUT /api/events/series/:id/league/rounds/:eventId/streamers/:userId': async () => {
    const { url, eventId } = await runningRound()
    const body = { hasRun: true }
    return { method: 'PUT', url: `${url}/rounds/${eventId}/streamers/${world.ownerId}`, body }
  },
  'PUT /api/events/own-rounds/:id': async () => {
    const { eventId } = await runningRound()
    return { method: 'PUT', url: `/api/events/own-rounds/${eventId}`, body: { hasRun: true } }
  },
  'PUT /api/events/own-rounds/:id/named': async () => {
    const { url, eventId } = await runningRound()
    const prescription = { ...PRESCRIPTION, games: { which: 'named', count: 1 } }
    await call({
      method: 'PUT',
      url: `${url}/rounds/${eventId}/prescription`,
      body: { prescription },
    })
    return { method: 'PUT', url: `/api/events/own-rounds/${eventId}/named`, body: { waiting: 1 } }
  },
  'PUT /api/events/own-rounds/:id/slot': async () => {
    const { eventId } = await runningRound()
    return { method: 'PUT', url: `/api/events/own-rounds/${eventId}/slot`, body: { slot: null } }
  },
  'POST /api/companion/runs': async () => {
    const { eventId } = await runningRound()
    const { key: uploadKey } = (await call({ method: 'POST', url: '/api/uploads/key' })) as {
      key: string
    }
    const body = { uploadKey, eventId, hasRun: true }
    return { method: 'POST', url: '/api/companion/runs', body }
  },
  'DELETE /api/events/own-entries/:id': async () => ({
    method: 'DELETE',
    url: `/api/events/own-entries/${(await enteringStreamer()).entryId}`,
  }),
  'PUT /api/events/series/:id/league/entries/:entryId': async () => ({
    method: 'PUT',
    url: (await enteringStreamer()).url,
  }),
  'DELETE /api/events/series/:id/league/entries/:entryId': async () => {
    const { url } = await enteringStreamer()
    await call({ method: 'PUT', url })
    return { method: 'DELETE', url }
  },
  'POST /api/events/series/:id/league/teams': async () => {
    await makeTeam()
    const url = `/api/events/series/${world.seriesId}/league/teams`
    return { method: 'POST', url, body: { name: 'Others', color: 'blue' } }
  },
  'PUT /api/events/series/:id/league/teams/:teamId': async () => {
    const { url } = await makeTeam()
    return { method: 'PUT', url, body: { name: 'Others', color: 'blue' } }
  },
  'DELETE /api/events/series/:id/league/teams/:teamId': async () => {
    const { url } = await makeTeam()
    return { method: 'DELETE', url }
  },
  'POST /api/events/series/:id/league/teams/:teamId/link': async () => {
    const { url } = await makeTeam()
    return { method: 'POST', url: `${url}/link` }
  },
  'PUT /api/events/series/:id/league/teams/:teamId/members/:memberId': async () => {
    const { memberUrl } = await makeTeam()
    return { method: 'PUT', url: memberUrl }
  },
  'DELETE /api/events/series/:id/league/teams/:teamId/members/:memberId': async () => {
    const { memberUrl } = await makeTeam()
    return { method: 'DELETE', url: memberUrl }
  },
  'POST /api/events/series/:id/league/teams/:teamId/remove-hidden': async () => {
    const { url, linkUrl } = await makeTeam()
    const headers = await signIn('shy_member')
    await call({ method: 'POST', url: linkUrl, headers })
    const { team } = (await call({ method: 'GET', url: linkUrl })) as ResponseOf<
      typeof getTeamByLink
    >
    for (const { id } of team.deciding?.asked ?? []) {
      await call({ method: 'PUT', url: `${url}/members/${id}` })
    }
    await call({ method: 'PUT', url: '/api/account/hidden-name', headers })
    return { method: 'POST', url: `${url}/remove-hidden`, body: { members: 1 } }
  },
  'POST /api/teams/:token': async () => {
    const { linkUrl, memberUrl } = await makeTeam()
    await call({ method: 'DELETE', url: memberUrl })
    return { method: 'POST', url: linkUrl }
  },
  'POST /api/events/rejoin/:id': async () => {
    const { eventId } = await comingSeries(owner)
    await call({ method: 'POST', url: `/api/events/leave/${eventId}` })
    return { method: 'POST', url: `/api/events/rejoin/${eventId}` }
  },
  'POST /api/events/rejoin-series/:id': async () => {
    const { id } = await comingSeries(owner)
    await call({ method: 'POST', url: `/api/events/leave-series/${id}` })
    return { method: 'POST', url: `/api/events/rejoin-series/${id}` }
  },
  'PUT /api/events/blocked-organisers/:id': async () => {
    const headers = await signIn('pushy')
    await comingSeries(headers)
    const { id } = (await call({ method: 'GET', url: '/api/user', headers })) as { id: number }
    return { method: 'PUT', url: `/api/events/blocked-organisers/${id}` }
  },
  'PUT /api/events/seals/:id': () => answerToSeal('sealer'),
  'POST /api/events/seals/open': async () => {
    await call(await answerToSeal('another_sealer'))
    return { method: 'POST', url: '/api/events/seals/open' }
  },
  'PUT /api/events/series/:id/events/:eventId': async () => {
    const { id, eventId } = await comingSeries(owner)
    const url = `/api/events/series/${id}/events/${eventId}`
    await call({ method: 'DELETE', url })
    return { method: 'PUT', url }
  },
  'DELETE /api/events/series/:id/events/:eventId': async () => {
    const { id, eventId } = await comingSeries(owner)
    return { method: 'DELETE', url: `/api/events/series/${id}/events/${eventId}` }
  },
  'PUT /api/events/series/:id/order': async () => {
    const { id, eventId } = await comingSeries(owner)
    return { method: 'PUT', url: `/api/events/series/${id}/order`, body: { events: [eventId] } }
  },
  'DELETE /api/events/event/:id': async () => {
    const { eventId } = await comingSeries(owner)
    return { method: 'DELETE', url: `/api/events/event/${eventId}` }
  },
  'DELETE /api/events/series/:id': async () => {
    const { id } = await comingSeries(owner)
    return { method: 'DELETE', url: `/api/events/series/${id}` }
  },
  'POST /api/admin/snapshots/:kind/:id/put-back': async () => {
    await useSnapshots()
    await upload(1_000)
    await upload(2_000)
    const snapshots = (await call({
      method: 'GET',
      url: '/api/admin/snapshots?channel=owner',
    })) as { kind: string; id: number }[]
    const [, older] = snapshots.filter(({ kind }) => kind === 'season')
    return { method: 'POST', url: `/api/admin/snapshots/season/${older?.id}/put-back` }
  },
  'POST /api/show-control/:token/:action': async () => {
    const control = `/api/show/control/${world.eventId}`
    const token = { method: 'POST', url: `${control}/token`, body: { of: 'control' } } as const
    const { controlToken, phase, version } = (await call(token)) as ControlRoom
    if (phase === 'waiting') {
      const move = { kind: 'start', phase: 'live' }
      await call({ method: 'POST', url: `${control}/move`, body: { version, move } })
    }
    await server.context.db.updateTable('shows').set({ clears_at: null }).execute()
    return { method: 'POST', url: `/api/show-control/${controlToken}/next` }
  },
  'POST /api/discord/:id/post': async () => {
    const { eventId } = await comingSeries(owner)
    const url = `/api/discord/${eventId}`
    await call({ method: 'PUT', url, body: { address: `${NOBODY_LISTENS}/hook` } })
    const { db } = server.context
    await db
      .insertInto('show_steps')
      .values({
        ...{ event_id: eventId, version: 1, phase: 'final', board: 1, start_rank: 11, reached: 1 },
        ...{
          is_podium_open: false,
          blur_ms: 0,
          due_at: sql<Date>`now()`,
          announced_at: sql<Date>`now()`,
        },
      })
      .execute()
    return { method: 'POST', url: `${url}/post`, body: { after: null } }
  },
  'PUT /api/discord/:id/rounds': async () => {
    const { eventId } = await runningRound()
    const url = `/api/discord/${eventId}`
    await call({ method: 'PUT', url, body: { address: `${NOBODY_LISTENS}/hook` } })
    return { method: 'PUT', url: `${url}/rounds`, body: { isOn: true } }
  },
  'POST /api/discord/nights/:channel/:day/post': async () => {
    const url = '/api/discord/nights/owner/2026-09-14'
    await call({ method: 'PUT', url, body: { address: `${NOBODY_LISTENS}/hook` } })
    return { method: 'POST', url: `${url}/post`, body: { after: null } }
  },
  'POST /api/companion/codes': async () => ({
    method: 'POST',
    url: '/api/companion/codes',
    body: codeRequest(makeCompanionKey()),
  }),
  'POST /api/companion/codes/:code': async () => {
    const body = codeRequest(makeCompanionKey())
    const asked = await call({ method: 'POST', url: '/api/companion/codes', body })
    const { userCode } = asked as { userCode: string }
    return {
      method: 'POST',
      url: `/api/companion/codes/${userCode}`,
      body: { answer: 'confirm' },
    }
  },
  'POST /api/uploads/key/test': async () => {
    const { key } = (await call({ method: 'POST', url: '/api/uploads/key' })) as { key: string }
    return { method: 'POST', url: '/api/uploads/key/test', body: { uploadKey: key } }
  },
  'POST /api/uploads/receipts/:id/undo': async () => {
    await useSnapshots()
    const { id } = (await upload(3_000)) as { id: number }
    return { method: 'POST', url: `/api/uploads/receipts/${id}/undo`, body: { dryRun: false } }
  },
  'POST /api/uploads/receipts/:id/count-as-another': async () => {
    const files = sampleGame('race/legacy/01-ascii')
    await call(gameUpload(files))
    const { id } = (await call(gameUpload(files))) as { id: number }
    return { method: 'POST', url: `/api/uploads/receipts/${id}/count-as-another` }
  },
  'PUT /api/patch-notes/:id': () => patchNote('PUT'),
  'DELETE /api/patch-notes/:id': () => patchNote('DELETE'),
  'POST /api/reports': async () => report(await signIn('reporter')),
  'PUT /api/admin/reports/:id': async () => {
    const { id } = (await call(await report(await signIn('another')))) as { id: number }
    return {
      method: 'PUT',
      url: `/api/admin/reports/${id}`,
      body: { state: 'resolved', note: 'Done.' },
    }
  },
}

function endpointOf(route: string): Endpoint {
  const found = allEndpoints.find((endpoint) => routeOf(endpoint) === route)
  if (found === undefined) {
    throw new Error(`there is no ${route}`)
  }
  return found
}

/** The call with which the owner appoints somebody in the world's event or series. */
async function appointment(kind: 'event' | 'series'): Promise<InjectOptions & { url: string }> {
  const { id } = (await call({ url: '/api/user', headers: await signIn('helper') })) as {
    id: number
  }
  return {
    method: 'PUT',
    url: `/api/events/${kind}/${kind === 'event' ? world.eventId : world.seriesId}/helpers/${id}`,
    body: { role: 'moderator', seesSealed: false },
  }
}

/** The owner helps with something of somebody else, and stops. */
async function stopHelping(kind: 'event' | 'series'): Promise<InjectOptions> {
  const headers = await signIn('another_host')
  const { id, eventId } = await comingSeries(headers)
  const url = `/api/events/${kind}/${kind === 'event' ? eventId : id}`
  const body = { role: 'moderator', seesSealed: false }
  await call({ method: 'PUT', url: `${url}/helpers/${world.ownerId}`, headers, body })
  return { method: 'POST', url: `${url}/stop-helping` }
}

let seriesCount = 0

/** Creates a series with one event in which the owner takes part, a future one unless other days are given. */
async function comingSeries(
  headers: Session,
  days = { startDate: '2999-01-01', endDate: '2999-01-01' },
): Promise<{ id: number; eventId: number }> {
  const list = { method: 'GET', url: '/api/events/leaderboards', headers } as const
  const [configuration] = (await call(list)) as { id: number }[]
  const event = {
    name: 'Cup',
    ...days,
    participants: [world.ownerId],
    leaderboard: configuration?.id,
  }
  const { id } = (await call({
    method: 'POST',
    url: '/api/events/createEventSeries',
    headers,
    body: { seriesName: `Coming ${++seriesCount}`, events: [event] },
  })) as { id: number }
  const [series] = (await call({
    method: 'GET',
    url: `/api/events/getBySeriesId/${id}`,
    headers,
  })) as { events: { id: number }[] }[]
  return { id, eventId: series?.events[0]?.id ?? 0 }
}

/** A league whose only round is over and has a result. */
async function leagueWithResult() {
  await useSnapshots()
  const { startDate, endDate } = newEvent(world)
  const { id, eventId } = await comingSeries(owner, { startDate, endDate })
  await call(eventUpload({ eventId, eventData: EVENT_DATA }))
  const url = `/api/events/series/${id}/league`
  await call({ method: 'PUT', url, body: { rules: LEAGUE_RULES } })
  return { url, eventId }
}

/** A league's round whose days go on. */
async function runningRound() {
  const [startDate = ''] = server.context.now().toISOString().split('T')
  const { id, eventId } = await comingSeries(owner, { startDate, endDate: startDate })
  const url = `/api/events/series/${id}/league`
  await call({ method: 'PUT', url, body: { rules: LEAGUE_RULES } })
  return { url, eventId }
}

/** The owner asks to enter a league with a round that has not opened, in which somebody else streams. */
async function enteringStreamer() {
  const { id, eventId } = await comingSeries(owner)
  const url = `/api/events/series/${id}/league`
  await call({ method: 'PUT', url, body: { rules: LEAGUE_RULES } })
  await call({ method: 'POST', url: `/api/events/leave/${eventId}` })
  const { token } = (await call({ method: 'POST', url: `/api/events/series/${id}/link` })) as {
    token: string
  }
  await call({ method: 'POST', url: `/api/leagues/${token}/entry`, body: { kind: 'streamer' } })
  const { streamers } = (await call({ method: 'GET', url: `${url}/entries` })) as {
    streamers: { id: number }[]
  }
  const entryId = streamers[0]?.id ?? 0
  return { entryId, url: `${url}/entries/${entryId}` }
}

/** The call with which the prizes of a league pass its only row by. */
async function passingOver() {
  const { url, row } = await onlyRow()
  const body = { row, reason: 'won_before' }
  return { method: 'POST' as const, url: `${url}/passed-over`, body }
}

/** The call with which the only row of a league is disqualified. */
async function disqualifying() {
  const { url, row } = await onlyRow()
  const body = { row, reason: 'other', note: null }
  return { method: 'POST' as const, url: `${url}/disqualified`, body }
}

async function onlyRow() {
  const { url } = await leagueWithResult()
  const { rows } = (await call({ method: 'GET', url })) as { rows: LeagueRow[] }
  const { id = '', racer_name = '', total = 0 } = rows[0] ?? {}
  return { url, row: { id, racer_name, total } }
}

/** A league with a division, and the call that puts the owner into it. */
async function divided() {
  const { url } = await leagueWithResult()
  const divisions = [{ id: null, name: 'Gold' }]
  await call({ method: 'PUT', url: `${url}/divisions`, body: { divisions } })
  const league = (await call({ method: 'GET', url })) as { divisions: { id: number }[] }
  const body = { names: ['owner'] }
  const path = `${url}/divisions/${league.divisions[0]?.id}/members`
  return { url, put: { method: 'POST' as const, url: path, body } }
}

/** The call with which somebody objects to a league's only round. */
async function objecting(headers: Session) {
  const { eventId } = await leagueWithResult()
  const body = { text: 'My games are missing.' }
  return { method: 'POST' as const, url: `/api/events/objections/${eventId}`, headers, body }
}

/** The call with which the owner agrees to the seal of somebody else's event. */
async function answerToSeal(organiser: string): Promise<InjectOptions> {
  const headers = await signIn(organiser)
  const { eventId } = await comingSeries(headers)
  const settings = `/api/show/control/${eventId}/settings`
  await call({ method: 'PUT', url: settings, headers, body: { isSealed: true } })
  const { seals } = (await call({ method: 'GET', url: '/api/events/seals' })) as ResponseOf<
    typeof listSeals
  >
  const { startsAt, endsAt } = seals.find(({ event }) => event.id === eventId)?.event ?? {}
  return {
    method: 'PUT',
    url: `/api/events/seals/${eventId}`,
    body: { isAgreed: true, startsAt, endsAt },
  }
}

async function patchNote(method: 'PUT' | 'DELETE'): Promise<InjectOptions> {
  const body = { title: 'News', content: 'All of it.' }
  const { id } = (await call({ method: 'POST', url: '/api/patch-notes', body })) as { id: number }
  return { method, url: `/api/patch-notes/${id}`, ...(method === 'PUT' && { body }) }
}

async function report(headers: Session): Promise<InjectOptions> {
  const { data } = (await call({
    method: 'POST',
    url: '/api/leaderboard/',
    body: { season: 75 },
  })) as { data: { channelId: number }[] }
  return {
    method: 'POST',
    url: '/api/reports',
    headers,
    body: {
      subject: { kind: 'leaderboard', season: 75, channelId: data[0]?.channelId },
      reason: 'other',
      details: 'Look at this.',
    },
  }
}

/** The only team of the owner's series, which the owner asks to join. */
async function makeTeam(): Promise<{ url: string; linkUrl: string; memberUrl: string }> {
  await server.context.db.deleteFrom('teams').execute()
  const league = `/api/events/series/${world.seriesId}/league`
  const rules = {
    points: { kind: 'event' },
    drops: [],
    minimumRounds: 0,
    ties: [],
    multipliers: [],
  }
  const teams = { best: null, minSize: 1, maxSize: 9 }
  await call({ method: 'PUT', url: league, body: { rules: { ...rules, teams } } })
  const body = { name: 'Rollers', color: 'red' }
  await call({ method: 'POST', url: `${league}/teams`, body })
  const { id, token } = await server.context.db
    .selectFrom('teams')
    .select(['id', 'token'])
    .executeTakeFirstOrThrow()
  const linkUrl = `/api/teams/${token}`
  await call({ method: 'POST', url: linkUrl })
  const { team } = (await call({ method: 'GET', url: linkUrl })) as ResponseOf<typeof getTeamByLink>
  const url = `${league}/teams/${id}`
  return { url, linkUrl, memberUrl: `${url}/members/${team.own?.id}` }
}

/** A display name of the racer on the event's board, which the event's owner has reported. */
async function reportedName(method: 'PUT' | 'DELETE'): Promise<InjectOptions> {
  const { db, now } = server.context
  const racerName = `${PRIVATE.toLowerCase()}_racer`
  const { racerId, channelId } = await db
    .selectFrom('racers as racer')
    .innerJoin('event_racers as row', 'row.racer_id', 'racer.id')
    .select(['racer.id as racerId', 'row.channel_id as channelId'])
    .where('racer.login', '=', racerName)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('channel_racers')
    .values({
      ...{ racer_id: racerId, channel_id: channelId, display_name: 'Their Name' },
      ...{ color: null, named_at: now() },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const subject = { kind: 'event', eventId: world.eventId, racerName }
  const body = { subject, reason: 'offensive-name', details: '' }
  await server.call({ method: 'POST', url: '/api/reports', headers: owner, body })
  const { id } = await db
    .selectFrom('user_reports')
    .select('id')
    .where('racer_name', '=', racerName)
    .executeTakeFirstOrThrow()
  return { method, url: `/api/admin/reports/${id}/display-names/${channelId}` }
}

// Waiting posts and steps would otherwise be sent or announced during the next call.
afterEach(async () => {
  await server.context.db.deleteFrom('discord_posts').execute()
  await server.context.db.deleteFrom('show_steps').execute()
})

describe('every write is announced:', () => {
  const writers = allEndpoints.filter(({ method }) => method !== 'GET')

  it.each(writers.map((endpoint) => ({ endpoint, route: routeOf(endpoint) })))(
    '$route',
    async ({ endpoint, route }) => {
      const options = (await PREPARED[route]?.()) ?? callOf(endpoint, world)
      expect(await forgottenBy(() => call(options))).toEqual([])
    },
  )

  it("a newcomer's first upload, which creates the channel", async () => {
    const headers = await signIn('beginner')
    const upload = seasonUpload(makeSeason({ channel: 'beginner' }), { headers })
    expect(await forgottenBy(() => call(upload))).toEqual([])
  })

  it('a rename that merges two channels', async () => {
    await signIn('early', 'renamed')
    const racers = [{ name: 'late' }, { name: 'early' }]
    await call(seasonUpload(makeSeason({ channel: 'owner', season: 73, racers })))
    for (const [channel, season] of [
      ['early', 74],
      ['late', 74],
      ['late', 75],
    ] as const) {
      await call(seasonUpload(makeSeason({ channel, season })))
    }
    expect(await forgottenBy(() => signIn('late', 'renamed'))).toEqual([])
  })

  it('and this test notices a write that is not', async () => {
    const write = () =>
      sql`update settings set value = '9.9' where key = 'version'`.execute(server.context.db)
    expect(await forgottenBy(write)).toEqual(['settings'])
  })
})
