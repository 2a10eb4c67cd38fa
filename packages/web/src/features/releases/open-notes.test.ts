import { expect, test } from 'vitest'
import { afterDeletion, openNotes, toggleNote } from './open-notes.ts'

const ids = [9, 7, 4]

test('the newest note is expanded until somebody chooses', () => {
  expect(openNotes(null, ids)).toEqual(new Set([9]))
  expect(openNotes(null, [])).toEqual(new Set())
  expect(openNotes(new Set(), ids)).toEqual(new Set())
})

test('each note is toggled independently', () => {
  expect(toggleNote(new Set([9]), 4)).toEqual(new Set([9, 4]))
  expect(toggleNote(new Set([9, 4]), 9)).toEqual(new Set([4]))
})

test.each([
  ['the newest was the only one expanded', { open: [9], deletedId: 9, left: [7] }],
  ['others are expanded besides the newest', { open: [9, 4], deletedId: 9, left: [4] }],
  ['the newest is collapsed, as all are', { open: [], deletedId: 9, left: [] }],
  ['the only one expanded is not the newest', { open: [7], deletedId: 7, left: [] }],
  ['a collapsed note is deleted', { open: [9], deletedId: 4, left: [9] }],
])('a deletion when %s', (_, { open, deletedId, left }) => {
  expect(afterDeletion(new Set(open), { ids, deletedId })).toEqual(new Set(left))
})

test('deleting the last note leaves none', () => {
  expect(afterDeletion(new Set([9]), { ids: [9], deletedId: 9 })).toEqual(new Set())
})
