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

/** A state from a text with its selection between two bars, or its cursor at a single bar. */
function makeState(marked: string): EditorState {
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

function showState(state: EditorState): string {
  const { from, to } = state.selection.main
  const middle = from === to ? '¦' : `¦${state.sliceDoc(from, to)}¦`
  return state.sliceDoc(0, from) + middle + state.sliceDoc(to)
}

function run(marked: string | EditorState, ...commands: StateCommand[]): EditorState {
  let state = typeof marked === 'string' ? makeState(marked) : marked
  for (const command of commands) {
    command({ state, dispatch: (transaction) => (state = transaction.state) })
  }
  return state
}

const after = (marked: string, ...commands: StateCommand[]) => showState(run(marked, ...commands))

describe('marks', () => {
  const bold = toggleMark('**')
  const italic = toggleMark('*')
  test('come and go', () => {
    expect(after('a ¦word¦ b', bold)).toBe('a **¦word¦** b')
    expect(after('a ¦word¦ b', bold, bold)).toBe('a ¦word¦ b')
    expect(after('¦', italic)).toBe('*¦*')
    expect(after('¦', italic, italic)).toBe('¦')
  })

  test('of two kinds can be combined', () => {
    expect(after('¦word¦', bold, italic)).toBe('***¦word¦***')
    expect(after('¦word¦', italic, bold)).toBe('***¦word¦***')
    expect(after('***¦word¦***', italic)).toBe('**¦word¦**')
    expect(after('***¦word¦***', bold)).toBe('*¦word¦*')
  })

  test('of code become a block across lines', () => {
    expect(after('run ¦npm¦ now', toggleCode)).toBe('run `¦npm¦` now')
    expect(after('a ¦b\nc¦ d', toggleCode)).toBe('```\n¦a b\nc d¦\n```')
  })
})

describe('a link', () => {
  test('takes its text from the selection', () => {
    expect(after('see ¦here¦.', insertLink)).toBe('see [here](¦https://¦).')
  })
  test('takes its address from the selection if that is an address', () => {
    expect(after('¦https://example.com/a¦', insertLink)).toBe(
      '[¦link text¦](https://example.com/a)',
    )
  })
  test('without a selection leaves both to be written', () => {
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

  test('of one kind of list become the other and keep their depth', () => {
    expect(after('- a¦\n  - b¦', ordered)).toBe('1. a¦\n  2. b¦')
    expect(after('1. a¦\n2) b¦', unordered)).toBe('- a¦\n- b¦')
  })

  test('become a second-level heading, whatever they were', () => {
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

test('Tab inserts the chosen indent, but leaves a selection to be indented', () => {
  expect(after('a¦', insertIndent)).toBe('a  ¦')
  expect(after('¦a¦', insertIndent)).toBe('¦a¦')
})

test('a hundred steps can be undone and redone', () => {
  const steps = Array.from({ length: 100 }, () => toggleLines('quote'))
  // Each one is a separate step.
  const changed = run(
    'start¦',
    ...Array.from({ length: 100 }, () => insertTable({ columns: 1, rows: 1 })),
  )
  const back = run(changed, ...steps.map(() => undo))
  expect(back.doc.toString()).toBe('start')
  expect(run(back, ...steps.map(() => redo)).doc.eq(changed.doc)).toBe(true)
})
