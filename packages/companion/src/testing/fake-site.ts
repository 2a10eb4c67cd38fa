/** For the companion's tests: a site with configurable answers, which records the uploads. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { GameReceipt } from '@rollcall/contract/uploads'

type Answer = (response: ServerResponse, body: string) => void

export interface FakeSite {
  origin: string
  /** The bodies of all uploads, as text. */
  readonly uploads: string[]
  answer: Answer
  /** The answers of other paths. */
  readonly others: Map<string, Answer>
  close(): Promise<void>
}

export const receipt: GameReceipt = {
  id: 1,
  message: 'The race on ada is stored: 2 racers.',
  channel: 'ada',
  outcome: 'stored',
  duplicate: false,
  stale: false,
  warnings: [],
  kind: 'game',
  season: 75,
  gameId: 1,
  mode: 'race',
  map: null,
  isRanked: true,
  isCompleted: false,
  counts: { results: 2, hits: 0 },
}

export const reply =
  (status: number, body: object, headers: Record<string, string> = {}) =>
  (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }

export const refusal = (error: string, code = 'bad_row') => ({ error, code, requestId: 'r-1' })

export async function startFakeSite(): Promise<FakeSite> {
  const uploads: string[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    if (request.url === '/api/app/upload-mpl-data') {
      uploads.push(body)
      site.answer(response, body)
    } else {
      const notFound = reply(404, refusal('There is nothing here.', 'not_found'))
      const answer = site.others.get(request.url ?? '') ?? notFound
      answer(response, body)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const site: FakeSite = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    uploads,
    answer: reply(200, receipt),
    others: new Map(),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return site
}
