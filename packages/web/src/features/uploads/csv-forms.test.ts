import { expect, test } from 'vitest'
import { CSV_FORMS, findGap, readForm } from './csv-forms.ts'

const [SEASON, GAME, EVENT] = CSV_FORMS as [
  ...[(typeof CSV_FORMS)[number], (typeof CSV_FORMS)[number], (typeof CSV_FORMS)[number]],
]
const NO_FILE = new File([], '')

function filled(values: Record<string, string | File>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) {
    form.set(name, value)
  }
  return form
}

test.each([
  [SEASON, { streamerData: NO_FILE, viewerData: NO_FILE }, /select a file for streamerData/],
  [
    SEASON,
    { streamerData: new File(['a'], 'a.CSV'), viewerData: new File(['a'], 'a.txt') },
    /select a \.csv file for viewerData/,
  ],
  [GAME, { checkpointData: new File(['a'], 'a.csv') }, /select a file for raceData/],
  [EVENT, { eventId: '  ', eventData: new File(['a'], 'a') }, /enter the eventId/],
])('names what is missing from a form: %#', (kind, values, gap) => {
  expect(findGap(kind, filled(values))).toMatch(gap)
})

test('accepts missing optional values, and any name for files without an accept rule', () => {
  const form = filled({
    raceData: new File(['a'], 'race.bin'),
    checkpointData: NO_FILE,
    season: '',
  })
  expect(findGap(GAME, form)).toBeNull()
})

test('sends only what was filled in', async () => {
  const form = filled({
    raceData: new File(['a,b'], 'race.csv'),
    checkpointData: NO_FILE,
    channel: ' maven ',
    season: '',
    finishedAt: '2026-09-14T20:15',
  })
  expect(await readForm(GAME, form)).toEqual({
    names: ['race.csv'],
    upload: {
      kind: 'game',
      fields: { channel: 'maven', finishedAt: new Date('2026-09-14T20:15').toISOString() },
      files: { raceData: new TextEncoder().encode('a,b') },
    },
  })
})

test('names a file that no longer exists', async () => {
  const gone = new File(['a'], 'gone.csv')
  gone.arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError'))
  const form = filled({ eventId: '7', eventData: gone })
  await expect(readForm(EVENT, form)).rejects.toThrow(/gone\.csv has changed or gone/)
})
