import { describe, expect, test } from 'vitest'
import type { ChartColors } from './chart-colors.ts'
import { chartConfig, shortLabel } from './chart-config.ts'
import type { ChartContent } from './chart-content.ts'

const colors: ChartColors = {
  palette: { modes: { race: 'blue', royale: 'teal', tilt: 'green' }, others: ['stone', 'pink'] },
  text: 'white',
  dimmed: 'silver',
  line: 'gray',
  surface: 'black',
  raised: 'navy',
  fontFamily: 'sans-serif',
}

const wins: ChartContent = {
  title: 'Wins per season',
  kind: 'bar',
  labels: ['Season 74', 'Season 75'],
  datasets: [
    { label: 'Race', mode: 'race', data: [3, null] },
    { label: 'Royale', mode: 'royale', data: [1, 0] },
  ],
}

const draw = (given: Partial<ChartContent>, isStill = false) =>
  chartConfig({ ...wins, ...given }, { colors, isStill })

describe('the settings', () => {
  test('animate for a second, or not at all for people who want no motion', () => {
    expect(draw({}).options.animation).toMatchObject({ duration: 1000 })
    expect(draw({}, true).options.animation).toBe(false)
  })

  test('have the first rank at the top', () => {
    expect(draw({ kind: 'line', isOfRanks: true }).options.scales?.y).toMatchObject({
      ...{ reverse: true, min: 1 },
    })
  })

  test('give bars four fifths of their category, and nine tenths of that', () => {
    for (const dataset of draw({}).data.datasets) {
      expect(dataset).toMatchObject({ categoryPercentage: 0.8, barPercentage: 0.9 })
    }
  })

  test('lay the bars of a single dataset on their side', () => {
    expect(draw({}).options.indexAxis).toBe('x')
    expect(draw({ datasets: wins.datasets.slice(0, 1) }).options.indexAxis).toBe('y')
  })
})

describe('the data', () => {
  test('shows unknown values as gaps', () => {
    const line = draw({ kind: 'line' })
    expect(line.data.datasets[0]).toMatchObject({ data: [3, null], spanGaps: false })
  })

  test("has one colour per dataset, or per slice in a pie: the mode's colour if there is a mode", () => {
    expect(draw({}).data.datasets.map((dataset) => dataset.backgroundColor)).toEqual([
      'blue',
      'teal',
    ])
    const both = draw({ datasets: [{ label: 'Points', data: [1, 2] }] })
    expect(both.data.datasets[0]?.backgroundColor).toBe('stone')
    const pie = draw({
      kind: 'pie',
      labels: ['Royale', 'Race', 'Points'],
      modes: ['royale', 'race'],
      datasets: [{ label: 'Points', data: [1, 2, 3] }],
    })
    expect(pie.data.datasets[0]?.backgroundColor).toEqual(['teal', 'blue', 'stone'])
  })
})

test('cuts long names between letters, never inside one', () => {
  expect(shortLabel('LuckyLoop')).toBe('LuckyLoop')
  expect(shortLabel('🎲'.repeat(20))).toBe(`${'🎲'.repeat(12)}…`)
})
