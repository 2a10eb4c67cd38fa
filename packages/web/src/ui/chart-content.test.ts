import { describe, expect, test } from 'vitest'
import { type ChartContent, hasSomethingToDraw, isChartKind, makeLegend } from './chart-content.ts'

function content(given: Partial<ChartContent>): ChartContent {
  return { title: 'Points', kind: 'bar', labels: [], datasets: [], ...given }
}

test('knows three kinds of chart', () => {
  expect(['bar', 'line', 'pie', 'radar', '', 'toString'].filter(isChartKind)).toEqual([
    'bar',
    'line',
    'pie',
  ])
})

describe('something to draw', () => {
  test.each([
    ['bar', [null, null], false],
    ['bar', [null, 0], true],
    ['line', [5, null], true],
    ['pie', [0, null], false],
    ['pie', [0, 3], true],
  ] as const)('%s of %j: %s', (kind, data, expected) => {
    expect(hasSomethingToDraw(content({ kind, datasets: [{ label: 'Points', data }] }))).toBe(
      expected,
    )
  })

  test('nothing without datasets', () => {
    expect(hasSomethingToDraw(content({}))).toBe(false)
  })
})

describe('the legend', () => {
  test('names the datasets', () => {
    const datasets = [
      { label: 'Race', data: [1] },
      { label: 'Royale', data: [2] },
    ]
    expect(makeLegend(content({ kind: 'line', datasets }))).toEqual([
      { label: 'Race', slice: null },
      { label: 'Royale', slice: null },
    ])
  })

  test('of a pie names the slices and their shares of the known total', () => {
    const pie = content({
      kind: 'pie',
      labels: ['Race', 'Royale', 'Tilt'],
      datasets: [{ label: 'Points', data: [30, 10, null] }],
    })
    expect(makeLegend(pie)).toEqual([
      { label: 'Race', slice: { value: 30, share: 0.75 } },
      { label: 'Royale', slice: { value: 10, share: 0.25 } },
      { label: 'Tilt', slice: { value: null, share: null } },
    ])
  })
})
