import type { AuditEntry } from '@rollcall/contract/admin'
import { expect, test } from 'vitest'
import { actText } from './audit-words.ts'

function entry(what: string, details: Readonly<Record<string, string>>): AuditEntry {
  return {
    ...{ id: '1-a1', at: '2026-09-14T12:00:00Z', kind: 'act', username: 'Boss', address: '::1' },
    ...{ what, summary: 'As the server says it.' },
    details: Object.entries(details).map(([name, value]) => ({ name, value })),
  }
}

test('an act has a sentence with the facts of its entry', () => {
  const details = { number: '7', event: 'Cup', owner: 'caster' }
  expect(actText(entry('event-deleted', details))).toBe('Deleted the event <event/> of <owner/>.')
})

test('of several sentences, the one whose facts the entry has is chosen', () => {
  const putBack = (facts: object) =>
    actText(entry('snapshot-put-back', { channel: 'caster', racersInWords: '2 racers', ...facts }))
  expect(putBack({ season: '75' })).toMatch(/^Put back a snapshot of season/)
  expect(putBack({ event: 'Cup' })).toMatch(/^Put back a snapshot of <event/)
})

test('an old entry without the facts has no sentence, nor has an unknown act', () => {
  expect(actText(entry('event-deleted', { number: '7' }))).toBeNull()
  expect(actText(entry('something-new', {}))).toBeNull()
})
