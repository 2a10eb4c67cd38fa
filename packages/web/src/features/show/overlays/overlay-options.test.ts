import { expect, it } from 'vitest'
import { DEFAULT_OPTIONS, optionsFromSearch, searchFromOptions } from './overlay-options.ts'

it('an address contains what differs from the defaults, and can be read back', () => {
  const options = {
    ...({ rows: 10, side: 'right', scale: 150, theme: 'light', board: 'season' } as const),
    streamer: '12',
  }
  const search = searchFromOptions(options)
  expect(search).toBe('?rows=10&side=right&scale=150&theme=light&board=season&streamer=12')
  expect(optionsFromSearch(new URLSearchParams(search))).toEqual(options)
  expect(searchFromOptions(DEFAULT_OPTIONS)).toBe('')
})

it('meaningless values mean the default', () => {
  const search = new URLSearchParams('rows=99&side=up&scale=1e2&theme=&board=all&streamer=0x1')
  expect(optionsFromSearch(search)).toEqual(DEFAULT_OPTIONS)
})
