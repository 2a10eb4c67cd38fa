import { describe, expect, test } from 'vitest'
import { keyStep } from './combobox-keys.ts'

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
