import { DAY_MS } from '@rollcall/formats/durations'
import type { Config } from '@rollcall/server/config'
import { prepareServer } from '@rollcall/server/start'
import { openApiClient } from './api-client.ts'
import type { DemoStep } from './demo-step.ts'
import { fillEvents, fillShows } from './fill-events.ts'
import { fillHiddenName } from './fill-hidden-name.ts'
import { fillLeague } from './fill-league.ts'
import { fillReleases } from './fill-releases.ts'
import { fillReports } from './fill-reports.ts'
import { fillSeasons } from './fill-seasons.ts'
import { fillWeeks } from './fill-weeks.ts'
import { fillYear } from './fill-year.ts'
import { openProgress } from './progress.ts'

const STEPS: readonly DemoStep[] = [
  { name: 'seasons', title: 'Sample streamers play three seasons', fill: fillSeasons },
  { name: 'year', title: 'One of them has played all year', fill: fillYear },
  { name: 'events', title: 'They meet for events', fill: fillEvents },
  { name: 'listed-shows', title: 'One event has been revealed, others are open', fill: fillShows },
  { name: 'hidden-name', title: 'Somebody hides their name', fill: fillHiddenName },
  { name: 'league', title: 'A league plays half of its season', fill: fillLeague },
  { name: 'weeks', title: 'A small league prescribes games', fill: fillWeeks },
  { name: 'reports', title: 'Somebody reports a row', fill: fillReports },
  { name: 'releases', title: 'The companion has a new version', fill: fillReleases },
]

export async function fillDemo({
  config,
  now,
  say,
  warn,
  steps = STEPS,
}: {
  config: Config
  now: () => Date
  say: (line: string) => void
  warn: (message: string) => void
  steps?: readonly DemoStep[]
}): Promise<void> {
  const progress = await openProgress(config.dataDir, now())
  const left = steps.filter(({ name }) => !progress.isDone(name))
  if (left.length === 0) {
    return
  }
  let behindMs = 0
  const clock = () => new Date(now().getTime() - behindMs)
  const daysAgo = async (days: number, act: () => Promise<void>) => {
    behindMs = days * DAY_MS
    try {
      await act()
    } finally {
      behindMs = 0
    }
  }
  const server = await prepareServer({ config, warn, now: clock })
  try {
    const origin = await server.app.listen({ port: 0, host: '127.0.0.1' })
    for (const { name, title, fill } of left) {
      say(`${title} …`)
      await fill({ apiClient: openApiClient(origin), today: progress.today, say, daysAgo })
      await progress.markDone(name)
    }
  } finally {
    await server.close()
  }
}
