/** Leaderboards for a journey. Each journey that looks at ranks has its own season. */
import { openApiClient } from '@rollcall/demo/api-client'
import { type MadeSeason, makeSeason } from '@rollcall/server/testing/season-files'
import { originUnderTest } from './sessions.ts'
import { ADMIN } from './start-server.ts'

/** Uploads as the admin, who may for any channel; nobody has signed in for these. */
export async function uploadBoard(season: number, rows: readonly MadeSeason[]): Promise<void> {
  const door = openApiClient(originUnderTest())
  const session = await door.signIn(ADMIN)
  await Promise.all(
    rows.map((row) => {
      const { streamerData, viewerData } = makeSeason({ ...row, season })
      const files = { streamerData: String(streamerData), viewerData: String(viewerData) }
      return door.uploadSeason(files, session)
    }),
  )
}
