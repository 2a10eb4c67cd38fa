import { PRACTICE_STREAMERS } from '@rollcall/server/domain/people/sign-in/practice-streamers'
import { DEMO_SEASON } from './demo-config.ts'
import type { DemoGiven } from './demo-step.ts'
import { YEAR_STREAMER } from './fill-year.ts'
import { makeSampleSeasons, type SampleOptions } from './sample-seasons.ts'
import { makeSeasonFiles } from './season-files.ts'

export async function fillSeasons(
  { apiClient, today, say }: DemoGiven,
  options: Partial<SampleOptions> = {},
): Promise<void> {
  const streamers = options.streamers ?? PRACTICE_STREAMERS
  const { channels } = makeSampleSeasons({
    streamers,
    today,
    currentSeason: DEMO_SEASON,
    ...options,
  })
  let racers = 0
  for (const [index, { streamer, seasons }] of channels.entries()) {
    const session = await apiClient.signIn(streamer)
    for (const season of streamer === YEAR_STREAMER ? [] : seasons) {
      await apiClient.uploadSeason(makeSeasonFiles(season), session)
      racers += season.racers.length
    }
    await apiClient.signOut(session)
    const done = index + 1
    if (done % 5 === 0 || done === channels.length) {
      say(`  ${done} of ${channels.length} streamers, ${racers.toLocaleString('en-US')} racer rows`)
    }
  }
}
