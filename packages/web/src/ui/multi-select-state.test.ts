import { describe, expect, test } from 'vitest'
import { keyStep, optionsLike, toggled } from './multi-select-state.ts'

const closed = { isOpen: false, text: '', activeIndex: -1, count: 3 }
const open = { ...closed, isOpen: true }
const press = (key: string, state = open, altKey = false) => keyStep({ key, altKey }, state)

describe('the arrows', () => {
  test('open the list at its first or last option', () => {
    expect(press('ArrowDown', closed)).toMatchObject({ isOpen: true, activeIndex: 0 })
    expect(press('ArrowUp', closed)).toMatchObject({ isOpen: true, activeIndex: 2 })
  })

  test('go round', () => {
    expect(press('ArrowDown', { ...open, activeIndex: 2 })).toMatchObject({ activeIndex: 0 })
    expect(press('ArrowUp', { ...open, activeIndex: 0 })).toMatchObject({ activeIndex: 2 })
    expect(press('ArrowUp', { ...open, activeIndex: 2 })).toMatchObject({ activeIndex: 1 })
  })

  test('find nothing in an empty list', () => {
    for (const key of ['ArrowDown', 'ArrowUp']) {
      expect(press(key, { ...open, count: 0 })).toMatchObject({ activeIndex: -1 })
    }
  })

  test('with Alt open and close only', () => {
    expect(press('ArrowDown', closed, true)).toEqual({ isHandled: true, isOpen: true })
    expect(press('ArrowUp', open, true)).toEqual({ isHandled: true, isOpen: false })
  })
})

test('Enter chooses what the arrows came to, and never sends the form', () => {
  expect(press('Enter', { ...open, activeIndex: 1 })).toEqual({ isHandled: true, isChosen: true })
  expect(press('Enter')).toEqual({ isHandled: true, isChosen: false })
  expect(press('Enter', closed)).toEqual({ isHandled: true, isChosen: false })
})

test('Escape closes the list, and is left to others where it is closed', () => {
  expect(press('Escape')).toMatchObject({ isOpen: false })
  expect(press('Escape', closed)).toBeNull()
})

test('Backspace takes the last choice back once the text is gone', () => {
  expect(press('Backspace')).toMatchObject({ isLastRemoved: true })
  expect(press('Backspace', { ...open, text: 'a' })).toBeNull()
})

test('what is typed is left alone', () => {
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
