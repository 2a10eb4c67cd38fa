/** Compares a person's dashboards: lifetime, by season, by channel, and by season and channel. */
import {
  channelList,
  graphsOf,
  placeOf,
  seasonLabels,
  seasonList,
  widgetsOf,
} from './dashboards.ts'
import { expectSame } from './first-difference.ts'
import { type RacerRow, rowsOf } from './numbers.ts'
import { type Stage, seasonsOn, sessionOf } from './stage.ts'
import { channelCalled, channelNames } from './world.ts'

export async function compareLifetime(stage: Stage, person: string): Promise<void> {
  const stats = makeStats(stage, { person, rows: rowsOf(stage.world, person), isOneChannel: false })
  await compare(stage, person, { path: 'dashboard/lifetime-stats', expected: stats })
}

export async function compareDashboards(stage: Stage, person: string): Promise<void> {
  const { world } = stage
  const all = rowsOf(world, person)
  await compareLifetime(stage, person)
  const expected: Record<string, unknown> = {
    'dashboard/get-user-seasons': seasonList(all),
    'dashboard/channels': channelList(world, all),
  }
  for (const season of seasonsOn(stage)) {
    const rows = all.filter((row) => row.season === season)
    expected[`dashboard/get-user-season-channels/${season}`] = channelList(world, rows)
  }
  for (const login of channelNames(world)) {
    const channel = channelCalled(world, login)
    const ofChannel = all.filter((row) => row.channel === channel)
    const page = (rows: readonly RacerRow[]) => ({
      channel: { name: login },
      ...makeStats(stage, { person, rows, isOneChannel: true }),
    })
    expected[`dashboard/channel/${login}`] = page(ofChannel)
    // If the channel's page is empty, its seasons are empty too.
    if (ofChannel.length > 0) {
      expected[`dropdowns/user-seasons-channel/${login}`] = {
        seasonsWithLabel: seasonLabels(ofChannel),
      }
      for (const season of seasonsOn(stage)) {
        const rows = ofChannel.filter((row) => row.season === season)
        expected[`dashboard/season/${season}/${login}`] = page(rows)
      }
    }
  }
  for (const [path, answer] of Object.entries(expected)) {
    await compare(stage, person, { path, expected: answer })
  }
}

async function compare(
  stage: Stage,
  person: string,
  { path, expected }: { path: string; expected: unknown },
): Promise<void> {
  const headers = sessionOf(stage, person)
  const answer = await stage.server.ask({ method: 'GET', url: `/api/${path}`, headers })
  expectSame(`${path} of ${person}`, answer, expected)
}

function makeStats(
  { world }: Stage,
  {
    person,
    rows,
    isOneChannel,
  }: { person: string; rows: readonly RacerRow[]; isOneChannel: boolean },
) {
  return {
    widgets: widgetsOf(rows),
    graphData: graphsOf(world, rows, isOneChannel),
    place: placeOf(world, person, rows),
  }
}
