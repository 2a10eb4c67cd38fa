/** The rules and the dashboard of `deploy/monitoring` ask only for what `/metrics` answers. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { startTestServer, type TestServer } from '../helpers/test-server.ts'

const read = (file: string) =>
  readFileSync(new URL(`../../../../deploy/monitoring/${file}`, import.meta.url), 'utf8')

interface Panel {
  targets: { expr: string }[]
}
const dashboard: { panels: Panel[] } = JSON.parse(read('rollcall.dashboard.json'))
const QUESTIONS = {
  rules: read('rollcall.rules.yml')
    .split(/^ {6}- alert: /m)
    .slice(1)
    // What follows the question of a rule is how long it must hold.
    .map((rule) => /\bexpr: (?:>-)?([\s\S]*?)^ +for: /m.exec(rule)?.[1] ?? ''),
  dashboard: dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
}

const token = 'for-the-monitor-alone-0123456789'
let server: TestServer
/** By name, the labels of each series. */
const served = new Map<string, Map<string, string>[]>()

beforeAll(async () => {
  server = await startTestServer({ env: { METRICS_TOKEN: token } })
  await server.call(
    seasonUpload(makeSeason({ channel: 'ada' }), { headers: await server.signIn('ada') }),
  )
  for (const url of ['/health', '/ready', '/download/nothing.exe', '/metrics']) {
    await server.call({ method: 'GET', url })
  }
  const headers = { authorization: `Bearer ${token}` }
  const { body } = await server.call({ method: 'GET', url: '/metrics', headers })
  for (const [, name = '', labels = ''] of body.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    served.set(name, [...(served.get(name) ?? []), new Map(listMatchers(labels))])
  }
})
afterAll(() => server.stop())

describe.each(Object.entries(QUESTIONS))('the %s', (_name, questions) => {
  it('ask for metrics', () => {
    expect(questions.length).toBeGreaterThanOrEqual(4)
    expect(questions.filter((question) => listNames(question).length === 0)).toEqual([])
  })

  it('ask for metrics that exist', () => {
    const unknown = questions.flatMap(listNames).filter((name) => !served.has(name))
    expect(unknown).toEqual([])
  })

  it('ask for labels that they have', () => {
    const unknown = questions.flatMap(listSelectors).filter(({ name, label }) => {
      const series = served.get(name) ?? []
      return !series.some((labels) => labels.has(label))
    })
    expect(unknown).toEqual([])
  })

  it('ask for limits and routes that occur', () => {
    const unknown = questions
      .flatMap(listSelectors)
      .filter(({ label }) => label === 'le' || label === 'route')
      .flatMap(({ name, label, value }) => value.split('|').map((each) => ({ name, label, each })))
      .filter(({ name, label, each }) => !served.get(name)?.some((has) => has.get(label) === each))
    expect(unknown).toEqual([])
  })
})

/** All that a question names, except `up`, which Prometheus itself adds. */
function listNames(question: string): string[] {
  return question.replace(/\{[^}]*\}/g, '').match(/\b(?:rollcall|process|nodejs)_\w+/g) ?? []
}

function listSelectors(question: string) {
  return [...question.matchAll(/\b(\w+)\{([^}]*)\}/g)]
    .filter(([, name]) => name !== 'up')
    .flatMap(([, name = '', inside = '']) =>
      listMatchers(inside).map(([label, value]) => ({ name, label, value })),
    )
}

function listMatchers(inside: string): [string, string][] {
  return [...inside.matchAll(/(\w+)(?:=~|!~|!=|=)"([^"]*)"/g)].map(([, label = '', value = '']) => [
    label,
    value,
  ])
}
