/** Leaderboards for a journey. Each journey that looks at ranks has its own season. */
import { openApiClient } from '@rollcall/demo/api-client'
import { type MadeSeason, makeSeason } from '@rollcall/server/testing/season-files'
import { originUnderTest } from './sessions.ts'
import { ADMIN } from './start-server.ts'

/** Uploads as the admin, who may upload for any channel, also of streamers who have never signed in. */
export async function uploadBoard(season: number, rows: readonly MadeSeason[]): Promise<void> {
  const client = openApiClient(originUnderTest())
  const session = await client.signIn(ADMIN)
  // One after another, because the server refuses a caller with too many at once.
  for (const row of rows) {
    const { streamerData, viewerData } = makeSeason({ ...row, season })
    const files = { streamerData: String(streamerData), viewerData: String(viewerData) }
    await client.uploadSeason(files, session)
  }
}
