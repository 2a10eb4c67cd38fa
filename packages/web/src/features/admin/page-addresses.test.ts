import { describe, expect, test } from 'vitest'
import {
  auditViewFrom,
  channelFrom,
  reportsViewFrom,
  searchFromAuditView,
  searchFromReportsView,
} from './page-addresses.ts'

const long = ` ${'x'.repeat(300)} `

describe('the audit log', () => {
  test('shows what its address says', () => {
    const view = { kind: 'upload', username: 'amber & co' } as const
    expect(auditViewFrom(searchFromAuditView(view))).toEqual(view)
    expect(searchFromAuditView({ kind: null, username: '' }).size).toBe(0)
  })

  test('shows everything if its address makes no sense', () => {
    const search = new URLSearchParams({ kind: 'secrets', user: long })
    expect(auditViewFrom(search)).toEqual({ kind: null, username: 'x'.repeat(200) })
  })
})

describe('user reports', () => {
  const defaults = { state: 'open', page: 1, user: '', userPage: 1 } as const

  test('show what their address says', () => {
    const view = { state: 'dismissed', page: 3, user: 'amber & co', userPage: 2 } as const
    expect(reportsViewFrom(searchFromReportsView(view))).toEqual(view)
    expect(searchFromReportsView(defaults).size).toBe(0)
  })

  test.each(['state=all', 'page=0', 'page=1e3', 'userPage=-1', 'user=+++'])(
    'take the default for %s',
    (address) => {
      expect(reportsViewFrom(new URLSearchParams(address))).toEqual(defaults)
    },
  )
})

test("the snapshots' channel comes from the address, cut to the length that the contract allows", () => {
  expect(channelFrom(new URLSearchParams())).toBe('')
  expect(channelFrom(new URLSearchParams({ channel: long }))).toBe('x'.repeat(200))
})
