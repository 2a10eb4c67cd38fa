/** Leaderboards made for a journey. Each journey that looks at ranks has a season of its own. */
import { openFrontDoor } from '../packages/server/src/demo/front-door.ts'
import { type MadeSeason, makeSeason } from '../packages/server/test/season-files.ts'
import { originUnderTest } from './sessions.ts'
import { ADMIN } from './start-server.ts'

/** Uploads as the admin, who may for any channel; nobody has signed in for these. */
export async function uploadBoard(season: number, rows: readonly MadeSeason[]): Promise<void> {
  const door = openFrontDoor(originUnderTest())
  const session = await door.signIn(ADMIN)
  await Promise.all(
    rows.map((row) => {
      const { streamerData, viewerData } = makeSeason({ ...row, season })
      const files = { streamerData: String(streamerData), viewerData: String(viewerData) }
      return door.uploadSeason(files, session)
    }),
  )
}
