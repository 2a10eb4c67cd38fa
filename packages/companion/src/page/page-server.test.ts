import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CompanionState } from '../companion.ts'
import { keptGame } from '../testing/kept-game.ts'
import { PAGE_SCRIPT } from './page-script.ts'
import { type LocalPage, servePage } from './page-server.ts'
import { PAGE_STYLE } from './page-style.ts'
import { renderPage, renderParts } from './render-page.ts'

const HOSTILE = '<img src=x onerror="alert(1)">'
const game = keptGame('race 1', {
  channel: `${HOSTILE} before`,
  topThree: [{ name: HOSTILE, points: 10 }],
  refusal: { sentence: HOSTILE, code: 'bad_row', at: '2026-10-01T18:00:00.000Z' },
})
const state: CompanionState = {
  version: '1.0.0',
  site: 'https://rollcall.example',
  channel: HOSTILE,
  folder: {
    folder: `/games/${HOSTILE}`,
    isThere: true,
    newestFileAt: null,
    problems: [{ file: 'LastSeasonRace.csv', problem: HOSTILE }],
  },
  sender: { kind: 'waiting', until: new Date(), problem: HOSTILE },
  waiting: 1,
  unsaved: 1,
  lastGame: { ...game, outcome: 'stored', isRanked: true, isCompleted: false, isCovered: false },
  today: { points: 1_234, games: 3 },
  unansweredSeals: 1,
  runningEvents: [{ id: 100_000, name: HOSTILE, endsAt: '2026-10-02T00:00:00.000Z' }],
  connecting: {
    pending: {
      userCode: 'BCDF-GHJK',
      connectUrl: `https://rollcall.example/connect?code=${HOSTILE}`,
      expiresAt: new Date(),
    },
    problem: null,
  },
  update: {
    available: {
      version: '2.0.0',
      patchNotes: [{ title: HOSTILE, content: HOSTILE, createdAt: '2026-10-02T00:00:00.000Z' }],
    },
    canInstall: true,
    progress: null,
    problem: HOSTILE,
  },
  refused: [{ name: '1-a.json', game }],
  offered: [{ name: '2-b.json', game }],
  logImport: {
    ...{ phase: 'previewed', done: 2, total: 2, channel: HOSTILE, problem: null },
    counts: { games: 30, added: 29, known: 1, differing: 0 },
    seasons: [{ season: 75, added: 29, counted: 20, points: 1_500 }],
    refused: [{ file: HOSTILE, sentence: HOSTILE }],
  },
  startsWithWindows: true,
}

describe('the local page', () => {
  let page: LocalPage
  const acted: string[] = []
  beforeAll(async () => {
    page = await servePage({
      state: async () => state,
      async act(action, form) {
        acted.push(`${action} ${form.get('name')}`)
        const problem = form.get('folder')
        if (problem !== null) {
          return { failed: { form: 'folder', problem, typed: { folder: problem } } }
        }
        return action === 'try-now' ? { failed: null } : null
      },
      exported: async (name, file) =>
        name === '1-a.json' && file === 'LastSeasonRace.csv' ? Buffer.from('a') : null,
    })
  })
  afterAll(() => page.close())

  const ask = async (
    path: string,
    { method = 'GET', headers = {}, body = '' }: Asked = {},
  ): Promise<{ status: number | undefined; headers: IncomingMessage['headers']; body: string }> => {
    const { hostname, port } = new URL(page.address)
    return new Promise((resolve, reject) => {
      const asked = request({ hostname, port, path, method, headers }, (response) =>
        text(response).then(
          (said) => resolve({ status: response.statusCode, headers: response.headers, body: said }),
          reject,
        ),
      )
      asked.on('error', reject).end(body)
    })
  }
  interface Asked {
    method?: string
    headers?: Record<string, string>
    body?: string
  }
  const inside = (path = '') => new URL(path, page.address).pathname
  const origin = () => new URL(page.address).origin

  it('is small, and shows what is going on', async () => {
    const { status, body } = await ask(inside())
    expect(status).toBe(200)
    expect(body).toContain('1 game is only in memory')
    expect(body).toContain('One event asks you to keep your results sealed.')
    expect(body).toContain('/my-events"')
    expect(body).toContain('1,234')
    expect(body).toContain('Played for <bdi>&lt;img')
    expect(body).toContain('2 day logs with 30 games: 29 would be stored for <bdi>&lt;img')
    expect(body).toContain('Season 75: 29 games, of which 20 count and add 1,500 points.')
    expect(body).toContain('role="switch" aria-checked="true"')
    expect(body.length + PAGE_STYLE.length + PAGE_SCRIPT.length).toBeLessThan(60_000)
  })

  it('has a press for rounds of leagues, and for no other events', () => {
    const todayOf = (hasRun?: boolean) =>
      renderParts({
        ...state,
        runningEvents: [
          { id: 7, name: 'Cup', endsAt: '', ...(hasRun !== undefined && { hasRun }) },
        ],
      }).today
    expect(todayOf()).not.toContain('<button')
    expect(todayOf(false)).toContain('name="has" value="true"')
    expect(todayOf(false)).toContain('I have run it</button>')
    expect(todayOf(true)).toContain('You have run this round.')
    expect(todayOf(true)).toContain('name="has" value="false"')
  })

  it('says what is announced about a round, and when its streamer runs it', () => {
    const round = { id: 7, name: 'Cup', endsAt: '', slot: '2026-10-01T20:00:00.000Z' }
    const todayOf = (hasRun: boolean) =>
      renderParts({
        ...state,
        runningEvents: [{ ...round, hasRun, announcement: 'Five laps.' }],
      }).today
    expect(todayOf(false)).toContain('Five laps.')
    expect(todayOf(false)).toContain('You have announced to run it: 2026-10-0')
    expect(todayOf(true)).not.toContain('You have announced')
  })

  it('says counts as one says them', () => {
    const season = { season: 75, added: 1, counted: 1, points: 1 }
    const { import: seasons, last } = renderParts({
      ...state,
      lastGame: state.lastGame && { ...state.lastGame, racers: 1 },
      logImport: {
        ...state.logImport,
        total: 1,
        counts: { ...state.logImport.counts, differing: 1 },
        seasons: [season, { ...season, added: 2 }],
      },
    })
    expect(last).toContain('1 racer,')
    expect(seasons).toContain('1 day log with')
    expect(seasons).toContain('1 is stored with other results')
    expect(seasons).toContain('Season 75: 1 game, which adds 1 point.')
    expect(seasons).toContain(
      '2 games, of which 1 counts and adds 1 point. The other one is already covered',
    )
  })

  it('changes only the progress while logs are imported, so the button stays', () => {
    const [before = {}, after = {}] = [1, 2].map((done) =>
      renderParts({ ...state, logImport: { ...state.logImport, phase: 'importing', done } }),
    )
    const changed = Object.keys(before).filter((id) => before[id] !== after[id])
    expect(changed).toEqual(['import'])
    expect(before['import-actions']).toContain('Stop')
  })

  it("uses the control's own label in its texts, and opens the form when it is needed", () => {
    const connecting = { pending: null, problem: null }
    const gone = { kind: 'disconnected', problem: 'This key has ended.' } as const
    for (const [changes, label, isOpen] of [
      [{ site: null }, 'Connect', true],
      [{ sender: { kind: 'ready' } as const }, 'Connect to another channel', false],
      [{ sender: gone }, 'Connect again', true],
    ] as const) {
      const shown = renderPage({ ...state, connecting, ...changes }, null)
      const [, open, summary] =
        /<details (open)?><summary id="connect-label">(.*?)</.exec(shown) ?? []
      expect([summary, open === 'open']).toEqual([label, isOpen])
    }
    expect(renderParts({ ...state, sender: gone }).now).toContain('Use “Connect again” below.')
    // While a code is waiting for confirmation, there is nothing to fill in.
    expect(renderPage({ ...state, site: null }, null)).not.toContain('<details open>')
  })

  it.each([
    [{}, 'The site accepted it.<'],
    [{ outcome: 'duplicate' }, 'already had this game'],
    [{ isCompleted: true }, 'from a day log'],
    [{ isRanked: false }, 'does not count'],
    [{ isCovered: true }, 'does not count towards a season'],
  ] as const)('says what the site did with the last game: %j', (facts, said) => {
    const lastGame = state.lastGame && { ...state.lastGame, ...facts }
    expect(renderParts({ ...state, lastGame }).last).toContain(said)
  })

  it('shows all names as text', async () => {
    const { body } = await ask(inside())
    expect(body).toContain('&lt;img src=x')
    expect(body).not.toContain('<img')
    const { body: typed } = await ask(inside('folder'), {
      method: 'POST',
      headers: { origin: origin() },
      body: `folder=${encodeURIComponent(HOSTILE)}`,
    })
    expect(typed).not.toContain('<img')
  })

  it('answers nothing without its token', async () => {
    for (const path of ['/', '/page.css', '/wrong-token/', `/${'x'.repeat(32)}/`, '//', '/%']) {
      expect(await ask(path)).toMatchObject({ status: 404, body: '' })
    }
  })

  it('answers nothing under another host name, or to another page', async () => {
    const { port } = new URL(page.address)
    for (const headers of [
      { host: `evil.example:${port}` },
      { host: `localhost.evil.example:${port}` },
      { host: '127.0.0.1' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `http://127.0.0.1:${Number(port) + 1}` },
    ]) {
      expect(await ask(inside(), { headers })).toMatchObject({ status: 404, body: '' })
      expect(await ask(inside('try-now'), { method: 'POST', headers })).toMatchObject({
        status: 404,
        body: '',
      })
    }
    // A form sends its origin.
    expect(await ask(inside('try-now'), { method: 'POST' })).toMatchObject({ status: 404 })
    expect(acted.filter((action) => action.startsWith('try-now'))).toEqual([])
  })

  it('acts for its own page', async () => {
    const headers = { origin: origin() }
    expect(await ask(inside('try-now'), { method: 'POST', headers })).toMatchObject({
      status: 303,
      headers: { location: './' },
    })
    expect(await ask(inside('constructor'), { method: 'POST', headers })).toMatchObject({
      status: 404,
    })
  })

  it('serves the files of a refused game, and no others', async () => {
    expect(await ask(inside('refused/1-a.json/LastSeasonRace.csv'))).toMatchObject({
      status: 200,
      body: 'a',
      headers: { 'content-disposition': 'attachment; filename="LastSeasonRace.csv"' },
    })
    for (const path of [
      'refused/1-a.json/..%2f..%2fsettings.json',
      'refused/..%2fsettings.json/LastSeasonRace.csv',
      'refused/%00/LastSeasonRace.csv',
      'settings.json',
      'refused/%ff/x',
    ]) {
      expect(await ask(`${inside()}${path}`)).toMatchObject({ status: 404, body: '' })
    }
  })

  it('rejects an endless form', async () => {
    const headers = { origin: origin() }
    const body = `name=${'x'.repeat(100_000)}`
    await expect(ask(inside('try-now'), { method: 'POST', headers, body })).rejects.toThrow()
  })
})
