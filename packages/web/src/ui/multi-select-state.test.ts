import { describe, expect, test } from 'vitest'
import { optionsLike, toggleOption } from './multi-select-state.ts'

const anna = { value: 1, label: 'Anna' }
const hannah = { value: 2, label: 'hannah_marbles' }
const bert = { value: 3, label: 'Bert' }

describe('a search', () => {
  test('finds part of a label, whatever its letter case', () => {
    expect(optionsLike([anna, hannah, bert], 'ANN')).toEqual([anna, hannah])
    expect(optionsLike([anna, hannah, bert], ' bert ')).toEqual([bert])
  })

  test('takes wildcards literally', () => {
    expect(optionsLike([anna, hannah, bert], '.*')).toEqual([])
    expect(optionsLike([anna, hannah, bert], '_')).toEqual([hannah])
  })

  test('finds a letter in composed and decomposed form', () => {
    const zoe = { value: 4, label: 'Zoë' }
    expect(optionsLike([zoe], 'zoe\u0308')).toEqual([zoe])
  })

  test('compares names as every other search does, and finds somebody by another name, too', () => {
    const zeus = { value: 5, label: 'ΖΕΥΣ', otherName: 'zeus_1' }
    expect(optionsLike([anna, zeus], 'ζευς')).toEqual([zeus])
    expect(optionsLike([anna, zeus], 'ZEUS')).toEqual([zeus])
  })

  test('keeps everything if it is empty', () => {
    expect(optionsLike([anna, bert], '  ')).toEqual([anna, bert])
  })
})

test('a new choice is added at the end, and is removed by its value', () => {
  expect(toggleOption([anna], bert)).toEqual([anna, bert])
  expect(toggleOption([anna, bert], { value: 1, label: 'Renamed' })).toEqual([bert])
})
