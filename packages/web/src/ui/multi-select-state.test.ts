import { describe, expect, test } from 'vitest'
import { keyStep, optionsLike, toggleOption } from './multi-select-state.ts'

const closed = { isOpen: false, text: '', activeIndex: -1, count: 3 }
const open = { ...closed, isOpen: true }
const press = (key: string, state = open, altKey = false) => keyStep({ key, altKey }, state)

describe('the arrows', () => {
  test('open the list at its first or last option', () => {
    expect(press('ArrowDown', closed)).toMatchObject({ isOpen: true, activeIndex: 0 })
    expect(press('ArrowUp', closed)).toMatchObject({ isOpen: true, activeIndex: 2 })
  })

  test('wrap around', () => {
    expect(press('ArrowDown', { ...open, activeIndex: 2 })).toMatchObject({ activeIndex: 0 })
    expect(press('ArrowUp', { ...open, activeIndex: 0 })).toMatchObject({ activeIndex: 2 })
    expect(press('ArrowUp', { ...open, activeIndex: 2 })).toMatchObject({ activeIndex: 1 })
  })

  test('find nothing in an empty list', () => {
    for (const key of ['ArrowDown', 'ArrowUp']) {
      expect(press(key, { ...open, count: 0 })).toMatchObject({ activeIndex: -1 })
    }
  })

  test('with Alt only open and close', () => {
    expect(press('ArrowDown', closed, true)).toEqual({ isHandled: true, isOpen: true })
    expect(press('ArrowUp', open, true)).toEqual({ isHandled: true, isOpen: false })
  })
})

test('Enter chooses the active option and never submits the form', () => {
  expect(press('Enter', { ...open, activeIndex: 1 })).toEqual({ isHandled: true, isChosen: true })
  expect(press('Enter')).toEqual({ isHandled: true, isChosen: false })
  expect(press('Enter', closed)).toEqual({ isHandled: true, isChosen: false })
})

test('Escape closes the list, and does nothing if it is closed', () => {
  expect(press('Escape')).toMatchObject({ isOpen: false })
  expect(press('Escape', closed)).toBeNull()
})

test('Backspace removes the last choice if the text is empty', () => {
  expect(press('Backspace')).toMatchObject({ isLastRemoved: true })
  expect(press('Backspace', { ...open, text: 'a' })).toBeNull()
})

test('ignores other keys', () => {
  expect(press('a')).toBeNull()
  expect(press('Tab')).toBeNull()
})

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

  test('keeps everything if it is empty', () => {
    expect(optionsLike([anna, bert], '  ')).toEqual([anna, bert])
  })
})

test('a new choice is added at the end, and is removed by its value', () => {
  expect(toggleOption([anna], bert)).toEqual([anna, bert])
  expect(toggleOption([anna, bert], { value: 1, label: 'Renamed' })).toEqual([bert])
})
