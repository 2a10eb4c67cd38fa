import { expect, test } from 'vitest'
import { EVENT_FORM, findGap, formToSend, GAME_FORM, SEASON_FORM } from './csv-forms.ts'

const NO_FILE = new File([], '')
const proof = { ticket: 'a-ticket', isDryRun: false }

function filled(values: Record<string, string | File>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) {
    form.set(name, value)
  }
  return form
}

test.each([
  [SEASON_FORM, { streamerData: NO_FILE, viewerData: NO_FILE }, /select a file for streamerData/],
  [
    SEASON_FORM,
    { streamerData: new File(['a'], 'a.CSV'), viewerData: new File(['a'], 'a.txt') },
    /select a \.csv file for viewerData/,
  ],
  [GAME_FORM, { checkpointData: new File(['a'], 'a.csv') }, /select a file for raceData/],
  [EVENT_FORM, { eventId: '  ', eventData: new File(['a'], 'a') }, /enter the eventId/],
])('a form with a gap says which: %#', (kind, values, gap) => {
  expect(findGap(kind, filled(values))).toMatch(gap)
})

test('what may be left out may be left out, and other files may have any name', () => {
  const form = filled({
    raceData: new File(['a'], 'race.bin'),
    checkpointData: NO_FILE,
    season: '',
  })
  expect(findGap(GAME_FORM, form)).toBeNull()
})

test('only what was filled in is sent, with the ticket', async () => {
  const form = filled({
    raceData: new File(['a,b'], 'race.csv'),
    checkpointData: NO_FILE,
    channel: ' maven ',
    season: '',
    finishedAt: '2026-09-14T20:15',
  })
  const sent = await formToSend(GAME_FORM, form, proof)
  expect([...sent.keys()].sort()).toEqual(['channel', 'finishedAt', 'raceData', 'uploadKey'])
  expect(sent.get('channel')).toBe('maven')
  expect(sent.get('finishedAt')).toBe(new Date('2026-09-14T20:15').toISOString())
  expect(await (sent.get('raceData') as File).text()).toBe('a,b')
  expect((sent.get('raceData') as File).name).toBe('race.csv')
})

test('a dry run says so', async () => {
  const form = filled({ eventId: '7', eventData: new File(['a'], 'event.csv') })
  const sent = await formToSend(EVENT_FORM, form, { ...proof, isDryRun: true })
  expect(sent.get('dryRun')).toBe('true')
  expect(sent.get('uploadKey')).toBe('a-ticket')
})

test('a file that has gone since is named', async () => {
  const gone = new File(['a'], 'gone.csv')
  gone.arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError'))
  const form = filled({ eventId: '7', eventData: gone })
  await expect(formToSend(EVENT_FORM, form, proof)).rejects.toThrow(/gone\.csv has changed or gone/)
})
