import { history, redo, undo } from '@codemirror/commands'
import { indentUnit } from '@codemirror/language'
import { EditorSelection, EditorState, type StateCommand } from '@codemirror/state'
import { describe, expect, test } from 'vitest'
import {
  insertIndent,
  insertLink,
  insertTable,
  toggleCode,
  toggleLines,
  toggleMark,
} from './editor-commands.ts'

/** Text whose selection lies between two bars; a cursor where there is one. */
function stateOf(marked: string): EditorState {
  const from = marked.indexOf('¦')
  const to = marked.lastIndexOf('¦')
  const doc = marked.replaceAll('¦', '')
  const head = from === to ? from : to - 1
  return EditorState.create({
    doc,
    selection: EditorSelection.range(from, head),
    extensions: [history({ minDepth: 100 }), indentUnit.of('  ')],
  })
}

function textOf(state: EditorState): string {
  const { from, to } = state.selection.main
  const middle = from === to ? '¦' : `¦${state.sliceDoc(from, to)}¦`
  return state.sliceDoc(0, from) + middle + state.sliceDoc(to)
}

function run(marked: string | EditorState, ...commands: StateCommand[]): EditorState {
  let state = typeof marked === 'string' ? stateOf(marked) : marked
  for (const command of commands) {
    command({ state, dispatch: (transaction) => (state = transaction.state) })
  }
  return state
}

const after = (marked: string, ...commands: StateCommand[]) => textOf(run(marked, ...commands))

describe('marks', () => {
  const bold = toggleMark('**')
  const italic = toggleMark('*')
  test('come and go', () => {
    expect(after('a ¦word¦ b', bold)).toBe('a **¦word¦** b')
    expect(after('a ¦word¦ b', bold, bold)).toBe('a ¦word¦ b')
    expect(after('¦', italic)).toBe('*¦*')
    expect(after('¦', italic, italic)).toBe('¦')
  })

  test('of two kinds hold side by side', () => {
    expect(after('¦word¦', bold, italic)).toBe('***¦word¦***')
    expect(after('¦word¦', italic, bold)).toBe('***¦word¦***')
    expect(after('***¦word¦***', italic)).toBe('**¦word¦**')
    expect(after('***¦word¦***', bold)).toBe('*¦word¦*')
  })

  test('of code become a block over lines', () => {
    expect(after('run ¦npm¦ now', toggleCode)).toBe('run `¦npm¦` now')
    expect(after('a ¦b\nc¦ d', toggleCode)).toBe('```\n¦a b\nc d¦\n```')
  })
})

describe('a link', () => {
  test('takes its text from what is selected', () => {
    expect(after('see ¦here¦.', insertLink)).toBe('see [here](¦https://¦).')
  })
  test('takes its address from it, where it is one', () => {
    expect(after('¦https://example.com/a¦', insertLink)).toBe(
      '[¦link text¦](https://example.com/a)',
    )
  })
  test('without any has both to be written', () => {
    expect(after('¦', insertLink)).toBe('[¦link text¦](https://)')
  })
})

describe('lines', () => {
  const ordered = toggleLines('ordered')
  const unordered = toggleLines('unordered')
  test('become a list and stop being one', () => {
    expect(after('¦a\n\nb¦', ordered)).toBe('1. ¦a\n\n2. b¦')
    expect(after('¦a\nb¦', unordered)).toBe('- ¦a\n- b¦')
    expect(after('¦a\nb¦', unordered, unordered)).toBe('¦a\nb¦')
    expect(after('¦', unordered)).toBe('- ¦')
  })

  test('of one list become the other, and keep how deep they are', () => {
    expect(after('- a¦\n  - b¦', ordered)).toBe('1. a¦\n  2. b¦')
    expect(after('1. a¦\n2) b¦', unordered)).toBe('- a¦\n- b¦')
  })

  test('become a heading of the second order, whatever they were', () => {
    expect(after('tit¦le', toggleLines('heading'))).toBe('## tit¦le')
    expect(after('# tit¦le', toggleLines('heading'))).toBe('tit¦le')
  })

  test('become a quotation', () => {
    expect(after('¦a\nb¦', toggleLines('quote'))).toBe('> ¦a\n> b¦')
    expect(after('> ¦a', toggleLines('quote'))).toBe('¦a')
  })
})

describe('a table', () => {
  test('has as many columns and rows as asked for', () => {
    expect(after('¦', insertTable({ columns: 2, rows: 3 }))).toBe(
      [
        '| ¦Column 1¦ | Column 2 |',
        '| -------- | -------- |',
        '|          |          |',
        '|          |          |',
      ].join('\n'),
    )
  })
  test('is set apart from the text around it', () => {
    const text = after('above¦\nbelow', insertTable({ columns: 1, rows: 1 }))
    expect(text).toBe('above\n\n| ¦Column 1¦ |\n| -------- |\n\nbelow')
    expect(after('above\n¦', insertTable({ columns: 1, rows: 1 }))).toMatch(/^above\n\n\| ¦/)
  })
})

test('Tab puts in what is chosen for it, and leaves a selection to be indented', () => {
  expect(after('a¦', insertIndent)).toBe('a  ¦')
  expect(after('¦a¦', insertIndent)).toBe('¦a¦')
})

test('a hundred steps can be taken back and made again', () => {
  const steps = Array.from({ length: 100 }, () => toggleLines('quote'))
  // Each is a separate step of undo.
  const changed = run(
    'start¦',
    ...Array.from({ length: 100 }, () => insertTable({ columns: 1, rows: 1 })),
  )
  const back = run(changed, ...steps.map(() => undo))
  expect(back.doc.toString()).toBe('start')
  expect(run(back, ...steps.map(() => redo)).doc.eq(changed.doc)).toBe(true)
})
