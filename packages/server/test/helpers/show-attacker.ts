/** An attacker who looks for hidden rows: makes every call of the contract, and additional probes. */
import type { Endpoint } from '@rollcall/contract/endpoint'
import type { InjectOptions } from 'fastify'
import { callOf, routeOf } from './endpoint-cases.ts'
import { readFirstMessages } from './followed-stream.ts'
import type { World } from './owners-world.ts'
import { racerAt, type Session } from './show-event.ts'
import type { TestServer } from './test-server.ts'

/** The rows above rank 11, at which the show begins. */
export const HIDDEN = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
export const hiddenNames = HIDDEN.map(racerAt)

type Probe = Pick<InjectOptions, 'url' | 'method' | 'body'>

/** The probes beside the valid call of an endpoint. */
export const PROBES: Readonly<Record<string, (world: World) => readonly Probe[]>> = {
  'GET /api/events/explain-row/:id': ({ eventId }) =>
    hiddenNames.flatMap((racer) =>
      ['', '&userId=2', '&userId=3'].map((of) => ({
        url: `/api/events/explain-row/${eventId}?racer=${racer}${of}`,
      })),
    ),
  'GET /api/events/get-leaderboard/:id': ({ eventId }) =>
    ['?page=1', '?page=1&streamer=all', '?page=1&streamer=2', '?page=2'].map((query) => ({
      url: `/api/events/get-leaderboard/${eventId}${query}`,
    })),
  'GET /api/events/export/:id': ({ eventId }) =>
    ['', '?format=csv', '?streamer=2', '?content=explanations'].map((query) => ({
      url: `/api/events/export/${eventId}${query}`,
    })),
  'GET /api/show/public/:token/export': ({ publicToken }) =>
    [
      '?format=csv',
      '?search=racer_0',
      '?content=explanations',
      '?content=explanations&format=csv',
    ].map((query) => ({ url: `/api/show/public/${publicToken}/export${query}` })),
  'GET /api/events/own-row/:id': ({ eventId }) =>
    ['?streamer=2', '?streamer=3'].map((query) => ({
      url: `/api/events/own-row/${eventId}${query}`,
    })),
  'POST /api/reports': ({ eventId }) =>
    hiddenNames.map((racerName) => ({
      method: 'POST' as const,
      url: '/api/reports',
      body: {
        subject: { kind: 'event', eventId, racerName },
        reason: 'other',
        details: 'Is it there?',
      },
    })),
  'GET /api/show/control/:id/rows': ({ eventId }) => [
    { url: `/api/show/control/${eventId}/rows?search=racer_0` },
  ],
  'GET /api/show/public/:token/rows': ({ publicToken }) =>
    ['?search=racer_0', '?search=racer_10', '?page=1', '?page=2'].map((query) => ({
      url: `/api/show/public/${publicToken}/rows${query}`,
    })),
  'GET /api/show/public/:token/own': ({ publicToken }) => [
    { url: `/api/show/public/${publicToken}/own` },
  ],
  'GET /api/show/public/:token/explain': ({ publicToken }) =>
    HIDDEN.map((row) => ({ url: `/api/show/public/${publicToken}/explain?row=${row}` })),
  'GET /e/:token/card.png': ({ publicToken }) =>
    ['racer_01', 'racer_10', 'racer_41'].map((racer) => ({
      url: `/e/${publicToken}/card.png?racer=${racer}`,
    })),
  'GET /api/show/channel/:token': ({ publicToken, overlayToken }) =>
    [publicToken, overlayToken].map((token) => ({ url: `/api/show/channel/${token}` })),
  'GET /api/show/overlay/:token': ({ publicToken, overlayToken }) => [
    { url: `/api/show/overlay/${publicToken}` },
    { url: `/api/show/overlay/${overlayToken}?userId=2` },
    { url: `/api/show/overlay/${overlayToken}?userId=3` },
  ],
}

export interface Answer {
  status: number
  etag: unknown
  length: unknown
  text: string
}

async function ask(at: TestServer, call: InjectOptions, role: Partial<Session>): Promise<Answer> {
  const { payload, headers, statusCode } = await at.call({
    ...call,
    headers: { ...call.headers, ...role },
  })
  // A refusal varies with the id of the request. When the next step comes is no secret once it is taken;
  // show-versions.test.ts says what it may depend on.
  const text = payload.replace(/"requestId":"[^"]*"|"nextInMs":(?:null|\d+)/, '')
  const isComparable = statusCode === 200 && text === payload
  return {
    status: statusCode,
    etag: isComparable ? headers.etag : null,
    length: isComparable ? headers['content-length'] : null,
    text,
  }
}

/** Reads a stream up to its first ping: everything that its pages show at that moment. */
async function follow(at: TestServer, topic: string, role: Partial<Session>): Promise<Answer> {
  const { status, text } = await readFirstMessages(at, topic, role)
  const comparable = text.replace(/"requestId":"[^"]*"/, '')
  return { status, etag: null, length: null, text: comparable }
}

interface Params {
  endpoint: Endpoint
  role: Partial<Session>
  world: World
  /** Whether to read the overlay's stream too. */
  withOverlay?: boolean
}

export async function answersTo(
  at: TestServer,
  { endpoint, role, world, withOverlay = true }: Params,
): Promise<Answer[]> {
  const fitting = callOf(endpoint, world)
  if (endpoint.opensSocket) {
    const { eventId, publicToken, overlayToken } = world
    const topics = [
      `participants/event:${eventId}`,
      `organiser/room:${eventId}`,
      `organiser/stage:${eventId}`,
      ...[publicToken, overlayToken].map((token) => `link/show:${token}`),
      ...(withOverlay ? [`link/overlay:${overlayToken}`] : []),
    ]
    return Promise.all(topics.map((topic) => follow(at, topic, role)))
  }
  const answers = [await ask(at, fitting, role)]
  for (const probe of PROBES[routeOf(endpoint)]?.(world) ?? []) {
    answers.push(await ask(at, { method: 'GET', ...probe } as InjectOptions, role))
  }
  return answers
}
