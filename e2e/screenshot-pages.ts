/** The pages of the screenshots: an organiser has data on all of them, and names that are hard to lay out. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import type { ResponseOf } from '@rollcall/contract/endpoint'
import type { listSeals } from '@rollcall/contract/events-seals'
import { MAX_START_RANK } from '@rollcall/contract/show'
import { openApiClient, type SessionHeader } from '@rollcall/demo/api-client'
import { SAMPLE_NOTES } from '@rollcall/demo/sample-notes'
import { codeRequest, heartbeat, makeCompanionKey } from '@rollcall/server/testing/fake-companion'
import { uploadBoard } from './boards.ts'
import { callAs } from './configurations.ts'
import { dayFromNow } from './days.ts'
import {
  createEvent,
  ladder,
  raceNow,
  type Streamer,
  signInStreamer,
  uploadStanding,
} from './event-boards.ts'
import { replaceNotes, uploadInstaller } from './releases.ts'
import { originUnderTest } from './sessions.ts'
import { ADMIN } from './start-server.ts'

export type State = 'full' | 'empty' | 'loading' | 'failing'

export interface Target {
  name: string
  path: string
  states: readonly State[]
  /** Needs no session. */
  isPublic?: boolean
  /** What to do on the page before the screenshot. */
  act?: (page: Page) => Promise<void>
}

const HARD_NAMES = [
  'W'.repeat(25),
  'marble'.repeat(20),
  'مُتسابق الكرات الزجاجية السريع',
  'ガラス玉レーシング選手権の王者',
] as const
const [WIDE, LONG, ARABIC, JAPANESE] = HARD_NAMES
/** Name colours that the game offers. */
const COLORS = ['6E95FFFF', 'F91ED2FF', 'FF82D6FF', '79FFC7FF', 'F88688FF', 'DA6700FF', 'FFDF00FF']
const EVERY: readonly State[] = ['full', 'empty', 'loading', 'failing']
const WITH_DATA: readonly State[] = ['full', 'loading', 'failing']
const FULL: readonly State[] = ['full']
/** The rank that the running show has reached. */
const REACHED = 4

export async function fill(): Promise<Target[]> {
  const client = openApiClient(originUnderTest())
  const racers = [{ name: ADMIN, racePoints: 1200, royalePoints: 340 }]
  for (const season of [73, 74, 75]) {
    const rows = [ADMIN, ...HARD_NAMES, ...ladder(18).map(({ name }) => name)]
    await uploadBoard(
      season,
      rows.map((channel, index) => ({ channel, points: 90_000 - index * 3_217, racers })),
    )
  }
  const organiser = await signInStreamer(ADMIN)
  const wide = await signInStreamer(WIDE)
  const streamers = [organiser, wide, await signInStreamer('Pebblewick')]
  const standing = HARD_NAMES.map((name, index) => ({ name, points: 900.5 - index * 10.25 }))
  await raceNow(
    organiser,
    ladder(40).map(({ name: login }, index) => ({
      login,
      name: login.replace('c', 'C'),
      color: COLORS[index % COLORS.length] ?? '',
    })),
  )
  const events: Record<'sealed' | 'live' | 'final', number> = {
    sealed: await createEvent(streamers, LONG),
    live: await createEvent(streamers, 'Harvest Sprint'),
    final: await createEvent(streamers, ARABIC),
  }
  for (const event of Object.values(events)) {
    await uploadStanding(organiser, event, [...standing, ...ladder(40)])
    await uploadStanding(wide, event, ladder(30))
  }
  const [configuration] = await client.call<{ id: number }[]>(
    '/api/events/leaderboards',
    organiser.session,
  )
  const dated = (name: string, startDate: string, endDate = startDate) => ({
    name,
    startDate,
    endDate,
    participants: streamers.map(({ id }) => id),
    leaderboard: configuration?.id,
  })
  const create = (kind: string, body: object) =>
    client.call(`/api/events/createEvent${kind}`, organiser.session, body)
  await create('Single', dated('Friday Night Marbles', dayFromNow(-1), dayFromNow(1)))
  await create('Single', dated(JAPANESE, dayFromNow(20), dayFromNow(22)))
  await create('Series', {
    seriesName: WIDE,
    events: HARD_NAMES.map((name) => dated(name, dayFromNow(40))),
  })
  const { eventSeries } = await client.call<{ eventSeries: { id: number }[] }>(
    '/api/events/getAll',
    organiser.session,
  )
  await fillSeals(wide, organiser)
  await fillReleases()
  await fillReports(events.live)
  const code = await fillCompanions(organiser.session)
  const tokens = await fillShows(organiser.session, events)
  return listTargets({
    ...tokens,
    events,
    code,
    series: eventSeries[0]?.id ?? 0,
    configuration: configuration?.id ?? 0,
  })
}

/** Makes two sealed events of somebody else: the streamer agrees to one, and is asked about the other. */
async function fillSeals(organiser: Streamer, asked: Streamer): Promise<void> {
  for (const [name, isAgreed] of [
    [LONG, true],
    [JAPANESE, false],
  ] as const) {
    const days = { startDate: dayFromNow(-1), endDate: dayFromNow(1) }
    const id = await createEvent([organiser, asked], name, days)
    await callAs(organiser.session, {
      method: 'PUT',
      path: `/api/show/control/${id}/settings`,
      body: { isSealed: true },
    })
    const { session } = asked
    const { seals } = await callAs<ResponseOf<typeof listSeals>>(session, {
      method: 'GET',
      path: '/api/events/seals',
    })
    const { startsAt, endsAt } = seals.find(({ event }) => event.id === id)?.event ?? {}
    if (isAgreed) {
      await callAs(session, {
        method: 'PUT',
        path: `/api/events/seals/${id}`,
        body: { isAgreed, startsAt, endsAt },
      })
      await raceNow(
        asked,
        ladder(5, 'held').map(({ name }) => name),
      )
    }
  }
}

async function fillReleases(): Promise<void> {
  await replaceNotes([
    ...SAMPLE_NOTES,
    {
      title: HARD_NAMES.join(' '),
      content: `${HARD_NAMES.join('\n\n')}\n\n| ${LONG} | b |\n|-|-|`,
    },
  ])
  await uploadInstaller(`${'marble'.repeat(10)}-companion-2.4.0.exe`)
}

async function fillReports(event: number): Promise<void> {
  const client = openApiClient(originUnderTest())
  const session = await client.signIn('Gravelgran')
  for (const channel of [LONG, WIDE]) {
    const { data } = await client.call<{ data: { channelId: number }[] }>(
      '/api/leaderboard/',
      session,
      { channel, season: 75, page: 1, limit: 10, sortBy: 'Total Points', sortOrder: 'DESC' },
    )
    const subject = { kind: 'leaderboard', season: 75, channelId: data[0]?.channelId }
    const details = `${LONG} is not a name. `.repeat(3)
    await client.call('/api/reports', session, { subject, reason: 'offensive-name', details })
  }
  const own = await client.signIn(ADMIN)
  const subject = { kind: 'event', eventId: event, racerName: ARABIC }
  await client.call('/api/reports', own, { subject, reason: 'cheating' })
}

/** Connects a companion. @returns the code of another one that waits */
async function fillCompanions(session: SessionHeader): Promise<string> {
  const client = openApiClient(originUnderTest())
  const ask = async (key: string, computerName: string) =>
    await client.call<{ userCode: string }>(
      '/api/companion/codes',
      session,
      codeRequest(key, { computerName }),
    )
  const key = makeCompanionKey()
  const { userCode } = await ask(key, 'STUDIO-PC')
  await client.call(`/api/companion/codes/${userCode}`, session, { answer: 'confirm' })
  await client.call('/api/companion/heartbeat', session, heartbeat(key, { outboxCount: 2 }))
  return (await ask(makeCompanionKey(), 'W'.repeat(40))).userCode
}

interface Tokens {
  sealed: string
  live: string
  final: string
  overlay: string
  channel: string
}

/** One show has not started, one is running, one is over. */
async function fillShows(
  session: SessionHeader,
  events: Record<'sealed' | 'live' | 'final', number>,
): Promise<Tokens> {
  const client = openApiClient(originUnderTest())
  const tokens: Record<string, string> = {}
  let overlay = ''
  for (const [name, event] of Object.entries(events)) {
    const control = `/api/show/control/${event}`
    const settings = { isPublic: true, isListed: true }
    await client.call(`${control}/settings`, session, settings, 'PUT')
    const room = await client.call<{ publicToken: string }>(`${control}/token`, session, {
      of: 'public',
    })
    tokens[name] = room.publicToken
  }
  const move = async (event: number, next: object) => {
    const control = `/api/show/control/${event}`
    const { version } = await client.call<{ version: number }>(control, session)
    const body = { version, move: next }
    const { waitMs } = await client.call<{ waitMs: number }>(`${control}/move`, session, body)
    await delay(waitMs)
  }
  for (const event of [events.live, events.final]) {
    // From a rank that nobody has, so that nothing blurs.
    await move(event, { kind: 'start', phase: 'live', startRank: MAX_START_RANK })
  }
  await move(events.live, { kind: 'jump', rank: REACHED })
  await move(events.final, { kind: 'finish' })
  const made = await client.call<{ overlayToken: string }>(
    `/api/show/control/${events.live}/token`,
    session,
    { of: 'overlay' },
  )
  overlay = made.overlayToken
  const channel = await client.call<{ token: string }>(
    '/api/show/own-channel',
    session,
    undefined,
    'POST',
  )
  const { sealed = '', live = '', final = '' } = tokens
  return { sealed, live, final, overlay, channel: channel.token }
}

interface PageIds extends Tokens {
  events: Record<'sealed' | 'live' | 'final', number>
  series: number
  configuration: number
  code: string
}

type Line = [name: string, path: string, states: readonly State[], act?: Target['act']]

function listTargets(ids: PageIds): Target[] {
  const makeTarget = ([name, path, states, act]: Line): Target => ({
    name,
    path,
    states,
    ...(act && { act }),
  })
  return [
    ...listSignedIn(ids).map(makeTarget),
    ...listPublic(ids).map((line) => ({ ...makeTarget(line), isPublic: true })),
  ]
}

function listSignedIn({ events, series, configuration, code }: PageIds): Line[] {
  const channel = encodeURIComponent(WIDE)
  const board = `/my-events/view-leaderboard/${events.sealed}`
  return [
    ['seasons', '/dashboard/season', EVERY],
    ['lifetime', '/dashboard/lifetime', EVERY],
    ['channels', '/dashboard/channel', EVERY],
    ['season-channels', '/dashboard/season/75?sort=points', EVERY],
    ['channel', `/dashboard/channel/${channel}`, EVERY],
    ['channel-season', `/dashboard/channel/${channel}/75`, EVERY],
    ['season-unknown', '/dashboard/season/999', FULL],
    ['leaderboards', '/leaderboards', WITH_DATA],
    ['leaderboards-own', '/leaderboards?page=2', FULL],
    ['leaderboards-search', '/leaderboards?channel=nobody_at_all', ['empty']],
    ['leaderboards-beyond', '/leaderboards?page=99', FULL],
    ['leaderboards-unknown', '/leaderboards?season=999', FULL],
    ['report', '/leaderboards', FULL, openReport],
    ['my-events', '/my-events', EVERY],
    ['create-event', '/my-events/create', WITH_DATA],
    ['create-single', '/my-events/create', FULL, openSingleForm],
    ['create-series', '/my-events/create', FULL, openSeriesForm],
    ['manage-event', `/my-events/manage/${events.sealed}`, WITH_DATA],
    ['delete-event', `/my-events/manage/${events.sealed}`, FULL, press('Delete Event')],
    ['manage-series', `/my-events/manage-series/${series}`, WITH_DATA],
    ['event-leaderboard', board, WITH_DATA],
    ['event-details', `${board}?details=on`, FULL],
    ['event-revealed', board, FULL, revealTwo],
    ['podium', board, FULL, revealAll],
    ['control-room', `/my-events/control/${events.sealed}`, WITH_DATA],
    ['control-room-live', `/my-events/control/${events.live}`, FULL],
    ['control-room-final', `/my-events/control/${events.final}`, FULL],
    ['stage', `/stage/${events.sealed}`, WITH_DATA],
    ['stage-live', `/stage/${events.live}`, FULL],
    ['stage-final', `/stage/${events.final}`, FULL],
    ['overlays', `/my-events/overlays?event=${events.live}`, WITH_DATA],
    ['overlays-own', '/my-events/overlays', FULL],
    ['my-uploads', '/my-uploads', EVERY],
    ['connect', '/connect', FULL],
    ['connect-code', `/connect?code=${code}`, WITH_DATA],
    ['new-config', '/new-leaderboard-config', FULL],
    ['config', `/manage-leaderboard-config/${configuration}`, WITH_DATA],
    ['download', '/download', WITH_DATA],
    ['admin-settings', '/admin/update-rollcall-settings', WITH_DATA],
    ['admin-upload', '/admin/upload-new-version', FULL],
    ['admin-note', '/admin/create-patch-notes', FULL],
    ['admin-reports', '/admin/user-reports', WITH_DATA],
    ['admin-csv', '/admin/csv-testing', FULL],
    ['admin-snapshots', '/admin/snapshots', WITH_DATA],
    ['admin-log', '/admin/audit-log', WITH_DATA],
    ['unauthorized', '/unauthorized', FULL],
    ['not-found', '/nowhere', FULL],
  ]
}

function listPublic(ids: Tokens): Line[] {
  return [
    ['login', '/login', WITH_DATA],
    ['events', '/events', WITH_DATA],
    ['season', '/seasons/75', WITH_DATA],
    ['season-finished', '/seasons/74', FULL],
    ['public-sealed', `/e/${ids.sealed}`, WITH_DATA],
    ['public-live', `/e/${ids.live}`, FULL],
    ['public-final', `/e/${ids.final}`, FULL],
    ['public-unknown', `/e/${'x'.repeat(22)}`, FULL],
    ['overlay-event', `/overlay/e/${ids.overlay}`, FULL],
    ['overlay-channel', `/overlay/c/${ids.channel}?board=season`, FULL],
  ]
}

const press = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name, exact: true }).click()
}

async function revealAll(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^(Start Reveal|Reveal Rank \d+|Show Podium)$/ })
  const podium = page.getByRole('dialog', { name: 'Top 3 Racers' })
  while (!(await podium.isVisible())) await button.click()
}

async function revealTwo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start Reveal' }).click()
  await page.getByRole('button', { name: 'Reveal Rank 10' }).click()
}

async function openReport(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: `Report ${WIDE}` })
    .first()
    .click()
}

async function openSingleForm(page: Page): Promise<void> {
  const answer = async (question: string, choice: string) =>
    await page.getByRole('group', { name: question }).getByText(choice, { exact: true }).click()
  await answer('Add to existing series', 'No')
  await answer('Create a series', 'No')
  await page.getByLabel('Event Name').focus()
  await answer('Are there multiple participants in the event?', 'Yes')
  await page.getByRole('combobox', { name: /articipants/ }).click()
  await page.getByRole('listbox').getByRole('option').first().click()
}

async function openSeriesForm(page: Page): Promise<void> {
  const answer = async (question: string, choice: string) =>
    await page.getByRole('group', { name: question }).getByText(choice, { exact: true }).click()
  await answer('Add to existing series', 'No')
  await answer('Create a series', 'Yes')
  await answer('Are there multiple streamers participating in the event?', 'Yes')
  await answer('Will the same streamers participate in each event?', 'No')
  await answer('Will the same leaderboard be used for all events?', 'No')
  await page.getByRole('button', { name: 'Add Event' }).click()
}
