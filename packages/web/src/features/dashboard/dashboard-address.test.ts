import { expect, test } from 'vitest'
import { channelPath, KEEPS_FOCUS, keepsFocus, seasonPath } from './dashboard-address.ts'

test("a channel's name cannot break out of its part of an address", () => {
  expect(channelPath('marble_maven', null)).toBe('/dashboard/channel/marble_maven')
  expect(channelPath('a/b?c#d%', '75')).toBe('/dashboard/channel/a%2Fb%3Fc%23d%25/75')
  expect(seasonPath('75')).toBe('/dashboard/season/75')
})

test('only a link that asks for it keeps the focus', () => {
  expect([KEEPS_FOCUS, null, undefined, 'x', {}].map(keepsFocus)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
})
