import { expect, it } from 'vitest'
import { DEFAULT_OPTIONS, optionsFromSearch, searchFromOptions } from './overlay-options.ts'

it('an address contains what differs from the defaults, and can be read back', () => {
  const options = {
    ...({ rows: 10, side: 'right', scale: 150, theme: 'light', board: 'season' } as const),
    ...{ font: 120, opacity: 40, columns: 2, background: '#10a0ff', text: '#ffffff' },
    ...({ table: 'teams', division: '7', streamer: '12' } as const),
  }
  const search = searchFromOptions(options)
  expect(search).toBe(
    '?rows=10&side=right&scale=150&theme=light&font=120&opacity=40&columns=2&background=10a0ff&text=ffffff&board=season&table=teams&division=7&streamer=12',
  )
  expect(optionsFromSearch(new URLSearchParams(search))).toEqual(options)
  expect(searchFromOptions(DEFAULT_OPTIONS)).toBe('')
})

it('meaningless values mean the default', () => {
  for (const search of [
    'rows=99&side=up&scale=1e2&theme=&board=all&table=x&streamer=0x1',
    'font=74&opacity=101&columns=0&background=red&text=%23fff',
    'font=&opacity=-1&columns=4&background=1234567&text=url(//a)',
  ]) {
    expect(optionsFromSearch(new URLSearchParams(search)), search).toEqual(DEFAULT_OPTIONS)
  }
})
