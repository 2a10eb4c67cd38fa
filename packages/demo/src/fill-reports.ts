/** A report with consequences, another one that waits, and a name off a channel's boards. */
import type { listReports, ReportSubject } from '@rollcall/contract/admin-reports'
import type { ResponseOf } from '@rollcall/contract/endpoint'
import { DEFAULT_PLATFORM } from '@rollcall/scoring/platforms'
import type { ApiClient, SessionHeader } from './api-client.ts'
import { makeCrowd, STREAMERS } from './crowd.ts'
import { ADMIN, DEMO_SEASON } from './demo-config.ts'
import type { DemoGiven } from './demo-step.ts'
import { YEAR_STREAMER } from './fill-year.ts'

/** Somebody in the crowd whom the streamer takes for a bot. */
export const OFF_BOARDS = makeCrowd()[STREAMERS.length + 2]?.login ?? ''
const REPORTERS = makeCrowd()
  .slice(STREAMERS.length + 3, STREAMERS.length + 5)
  .map(({ login }) => login)

export async function fillReports({ apiClient, say }: DemoGiven): Promise<void> {
  const admin = await apiClient.signIn(ADMIN)
  const { counts } = await apiClient.call<ResponseOf<typeof listReports>>(
    '/api/admin/reports',
    admin,
  )
  if (counts.open + counts.resolved === 0) {
    await report(apiClient, admin)
  }
  await apiClient.signOut(admin)
  const streamer = await apiClient.signIn(YEAR_STREAMER)
  const off = `/api/channels/${ADDRESS}/off-boards/${DEFAULT_PLATFORM}/${OFF_BOARDS}`
  await apiClient.call(off, streamer, undefined, 'PUT')
  await apiClient.signOut(streamer)
  say(`  A game of ${YEAR_STREAMER} is left out, a report waits, ${OFF_BOARDS} is off its boards`)
}

const ADDRESS = YEAR_STREAMER.toLowerCase()

async function report(apiClient: ApiClient, admin: SessionHeader): Promise<void> {
  const { id: channelId } = await apiClient.call<{ id: number }>(`/api/channels/${ADDRESS}`, admin)
  const subject: ReportSubject = { kind: 'leaderboard', season: DEMO_SEASON, channelId }
  const details = [
    'The last race was a test with two marbles, but it counts.',
    'Are all of these races real?',
  ]
  const ids: number[] = []
  for (const [index, login] of REPORTERS.entries()) {
    const reporter = await apiClient.signIn(login)
    const report = { subject, reason: 'wrong-result', details: details[index] ?? '' }
    ids.push((await apiClient.call<{ id: number }>('/api/reports', reporter, report)).id)
    await apiClient.signOut(reporter)
  }
  const [reportId = 0] = ids
  const { games } = await apiClient.call<{ games: { id: number }[] }>(
    `/api/admin/reports/${reportId}`,
    admin,
  )
  const leaveOut = { reason: 'test', reportId }
  await apiClient.call(`/api/admin/left-out-games/${games[0]?.id}`, admin, leaveOut, 'PUT')
  const decision = { state: 'resolved', note: 'Left out of rankings.' }
  await apiClient.call(`/api/admin/reports/${reportId}`, admin, decision, 'PUT')
}
