import { describe, expect, test } from 'vitest'
import { optionsLike, toggled } from './multi-select-options.ts'

const anna = { value: 1, label: 'Anna' }
const hannah = { value: 2, label: 'hannah_marbles' }
const bert = { value: 3, label: 'Bert' }

describe('a search', () => {
  test('finds part of a label, whatever its letter case', () => {
    expect(optionsLike([anna, hannah, bert], 'ANN')).toEqual([anna, hannah])
    expect(optionsLike([anna, hannah, bert], ' bert ')).toEqual([bert])
  })

  test('takes wildcards for themselves', () => {
    expect(optionsLike([anna, hannah, bert], '.*')).toEqual([])
    expect(optionsLike([anna, hannah, bert], '_')).toEqual([hannah])
  })

  test('finds a letter however it is put together', () => {
    const zoe = { value: 4, label: 'Zoë' }
    expect(optionsLike([zoe], 'zoe\u0308')).toEqual([zoe])
  })

  test('leaves everything when it is empty', () => {
    expect(optionsLike([anna, bert], '  ')).toEqual([anna, bert])
  })
})

test('a choice is put behind the others, and taken back by its value', () => {
  expect(toggled([anna], bert)).toEqual([anna, bert])
  expect(toggled([anna, bert], { value: 1, label: 'Renamed' })).toEqual([bert])
})
