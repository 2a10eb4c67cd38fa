/** Configurations and events made through the API, for journeys that start with some. */

import type { SessionHeader } from '@rollcall/demo/api-client'
import { type LeaderboardConfiguration, NEW_CONFIGURATION } from '@rollcall/scoring/configuration'
import { originUnderTest } from './sessions.ts'

interface Call {
  readonly method: string
  readonly path: string
  readonly body?: object | FormData
}

/** Makes an API call that must succeed. */
export async function callAs<Answer>(session: SessionHeader, call: Call): Promise<Answer> {
  const { method, path, body } = call
  const isForm = body instanceof FormData
  const response = await fetch(new URL(path, originUnderTest()), {
    method,
    headers: { ...session, ...(body && !isForm && { 'content-type': 'application/json' }) },
    body: isForm || !body ? (body ?? null) : JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
  return (await response.json()) as Answer
}

/** @returns its id */
export async function createConfiguration(
  session: SessionHeader,
  change: Partial<LeaderboardConfiguration> & { readonly name: string },
  isDefault?: boolean,
): Promise<number> {
  const config = {
    ...NEW_CONFIGURATION,
    gameModes: { racing: true, battleRoyale: false, tilted: false },
    ...change,
  }
  const path = '/api/events/leaderboard-config'
  const body = { config, ...(isDefault !== undefined && { isDefault }) }
  return (await callAs<{ id: number }>(session, { method: 'POST', path, body })).id
}

/** The id of the configuration that always exists; other journeys make and delete other defaults. */
export async function findStandard(session: SessionHeader): Promise<number> {
  const path = '/api/events/leaderboards'
  const all = await callAs<{ id: number; name: string }[]>(session, { method: 'GET', path })
  return all.find(({ name }) => name === 'Standard')?.id ?? 0
}

export interface NewEvent {
  readonly name: string
  /** YYYY-MM-DD. */
  readonly day: string
  /** If absent, the same. */
  readonly lastDay?: string
  readonly leaderboard: number
  /** User ids; if absent, only the creator. */
  readonly participants?: readonly number[]
}

/** @returns its id */
export async function createEvent(session: SessionHeader, event: NewEvent): Promise<number> {
  const { name, day, lastDay = day, leaderboard, participants = [] } = event
  const body = { name, startDate: day, endDate: lastDay, participants, leaderboard }
  const path = '/api/events/createEventSingle'
  return (await callAs<{ id: number }>(session, { method: 'POST', path, body })).id
}
