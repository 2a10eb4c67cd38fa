/** What can go wrong between a page and the server. Successful answers are never made up here. */
import type { Page, Request, Route } from '@playwright/test'

interface Fault {
  readonly answer: (route: Route) => Promise<void>
  /** What a page then says. */
  readonly message: string
  /** What the browser's console then says. */
  readonly complaint: RegExp
}

function status(code: number): Fault {
  return {
    answer: (route) => route.fulfill({ status: code, body: 'The proxy gave up.' }),
    message: `HTTP error! status: ${code}`,
    complaint: new RegExp(`status of ${code}`),
  }
}

function brokenJson(body: string): Fault {
  return {
    answer: (route) => route.fulfill({ contentType: 'application/json', body }),
    message: 'The answer could not be read.',
    complaint: /The answer could not be read/,
  }
}

export const faults = {
  offline: {
    answer: (route) => route.abort('internetdisconnected'),
    message: 'The server could not be reached.',
    complaint: /ERR_INTERNET_DISCONNECTED|The server could not be reached/,
  },
  'status 500': status(500),
  'status 503': status(503),
  'malformed JSON': brokenJson('<!doctype html>'),
  'an answer cut short': brokenJson('{"data":[{"rank":'),
} satisfies Record<string, Fault>

/** The calls of what is beside the login. */
export const BESIDE_THE_LOGIN = /\/api\/(?:seasons$|leaderboard\/|games$|events\/public)/

const heldRequests = new WeakSet<Request>()

/** Holds requests until the returned function is called; then the server answers. */
export async function hold(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    heldRequests.add(route.request())
    await promise
    // The page may have been closed meanwhile.
    await route.fallback().catch(() => undefined)
  })
  return resolve
}

/** Changes the server's answers from an address before the page gets them. */
export async function changeAnswer<Body>(
  page: Page,
  url: string | RegExp,
  change: (body: Body) => unknown,
): Promise<void> {
  await page.route(url, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: change(await response.json()) })
  })
}

/** The page's unanswered calls, except those that a journey holds. */
export function watchUnanswered(page: Page): () => string[] {
  const unanswered = new Set<Request>()
  const isCall = (request: Request) => /^\/api\/(?!live$)/.test(new URL(request.url()).pathname)
  page.on('request', (request) => {
    if (isCall(request)) unanswered.add(request)
  })
  page.on('requestfinished', (request) => unanswered.delete(request))
  page.on('requestfailed', (request) => unanswered.delete(request))
  return () => [...unanswered].filter((it) => !heldRequests.has(it)).map((it) => it.url())
}

/** The page's requests to a path from now on, or to all paths below if it ends with a star. */
export function watchCalls(page: Page, path: string): Request[] {
  const seen: Request[] = []
  const matches = (pathname: string) =>
    path.endsWith('*') ? pathname.startsWith(path.slice(0, -1)) : pathname === path
  page.on('request', (request) => {
    if (matches(new URL(request.url()).pathname)) seen.push(request)
  })
  return seen
}
