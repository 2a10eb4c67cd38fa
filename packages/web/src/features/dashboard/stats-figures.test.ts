import type { StatsRead } from '@rollcall/contract/dashboard'
import { expect, test } from 'vitest'
import { graphTitle, toChartContent } from './graph-content.ts'
import { findPoints, lastChange } from './stats-figures.ts'

const widgets: StatsRead['widgets'] = [
  { key: 'race-points', label: 'Punkte', value: 1200, raceType: 'race' },
  { key: 'race-wins', label: 'Points', value: 3, raceType: 'race' },
  { key: 'royale-points', label: 'Punkte', value: null, raceType: 'royale' },
]
const graph: StatsRead['graphData'][number] = {
  key: 'points-per-season',
  title: 'Punkte je Saison',
  graphType: 'line',
  labels: ['Saison 73', 'Saison 75'],
  seasons: [73, 75],
  datasets: [
    { key: 'race', label: 'Rennen', data: [5, 20] },
    { key: 'royale', label: 'Royale', data: [null, 7] },
  ],
}
const withoutKeys = {
  ...{ title: 'Points per season', graphType: 'line', labels: ['Season 73', 'Season 75'] },
  datasets: [{ label: 'Race', data: [5, 20] }],
}

test('finds the points by their keys, whatever the labels say', () => {
  expect(findPoints(widgets)).toEqual({ value: 1200 })
  expect(findPoints(widgets.slice(2))).toEqual({ value: null })
  expect(findPoints(widgets.map(({ key: _, ...widget }) => widget))).toBeNull()
})

test('finds the change from one season to the next by its key', () => {
  expect(lastChange([withoutKeys, graph], 76)).toEqual({
    ...{ season: 75, points: 27 },
    since: { season: 73, by: 22 },
  })
  expect(lastChange([withoutKeys], 76)).toBeNull()
  const [first] = graph.datasets
  expect(
    lastChange([{ ...graph, datasets: first ? [{ ...first, data: [null, 20] }] : [] }], 76),
  ).toBeNull()
})

test('compares no season that is still running', () => {
  expect(lastChange([graph], 75)).toEqual({ season: 75, points: 27, since: null })
})

test("a graph with keys gets our own texts; any other keeps the server's", () => {
  expect(graphTitle(graph)).toBe('Points per season')
  expect(toChartContent(graph)).toMatchObject({
    labels: ['Season 73', 'Season 75'],
    datasets: [
      { label: 'Race', mode: 'race' },
      { label: 'Royale', mode: 'royale' },
    ],
  })
  const parts: StatsRead['graphData'][number] = {
    ...{ key: 'race-against-royale', title: '', graphType: 'pie', parts: ['race', 'royale'] },
    ...{ labels: ['Rennen', 'Royale'], datasets: [{ key: 'points', label: '', data: [1, 2] }] },
  }
  expect(toChartContent(parts)).toMatchObject({
    labels: ['Race', 'Royale'],
    modes: ['race', 'royale'],
  })
  expect(toChartContent(withoutKeys)).toMatchObject({
    title: 'Points per season',
    labels: ['Season 73', 'Season 75'],
    datasets: [{ label: 'Race', mode: undefined }],
  })
  expect(toChartContent({ ...graph, graphType: 'radar' })).toBeNull()
})
