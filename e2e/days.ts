import type { Page } from '@playwright/test'
import { openApiClient } from '@rollcall/demo/api-client'
import { DAY_MS } from '@rollcall/formats/durations'
import { originUnderTest } from './sessions.ts'

const LOADED_AT = Date.now()

/** A day in UTC, counted from when the process started, so midnight may pass meanwhile. */
export function dayFromNow(days: number): string {
  return new Date(LOADED_AT + days * DAY_MS).toISOString().slice(0, 10)
}

/** As long as expectations wait. Actions wait for the journey's end otherwise, which would leave no second one. */
const ACTION_MS = 60_000

/** A journey that looks at today. If the marble day ends meanwhile, it begins again, with names that end differently. */
export async function withinOneDay(
  page: Page,
  journey: (ending: string) => Promise<void>,
): Promise<void> {
  const began = await findToday()
  page.setDefaultTimeout(ACTION_MS)
  try {
    await journey('')
  } catch (error) {
    if ((await findToday()) === began) throw error
    await journey('_later')
  } finally {
    page.setDefaultTimeout(0)
  }
}

async function findToday(): Promise<string> {
  const client = openApiClient(originUnderTest())
  const session = await client.signIn('day_reader')
  return (await client.call<{ today: string }>('/api/dashboard/positions', session)).today
}
