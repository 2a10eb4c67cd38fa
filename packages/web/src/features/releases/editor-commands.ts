/** What the toolbar and the shortcuts do to Markdown. Each command works on every selected range. */
import { indentUnit } from '@codemirror/language'
import {
  type ChangeSpec,
  EditorSelection,
  type EditorState,
  type Line,
  type SelectionRange,
  type StateCommand,
} from '@codemirror/state'
import { texts } from './texts.ts'

type Mark = '**' | '*' | '`'

export function toggleMark(mark: Mark): StateCommand {
  return ({ state, dispatch }) => {
    const { length } = mark
    const edit = state.changeByRange((range) => {
      const { from, to } = range
      if (isMarked(state, range, mark)) {
        return {
          changes: [
            { from: from - length, to: from },
            { from: to, to: to + length },
          ],
          range: EditorSelection.range(from - length, to - length),
        }
      }
      return {
        changes: [
          { from, insert: mark },
          { from: to, insert: mark },
        ],
        range: EditorSelection.range(from + length, to + length),
      }
    })
    dispatch(state.update(edit, { scrollIntoView: true, userEvent: 'input' }))
    return true
  }
}

/** One star is emphasis, two are strong, three both. */
function isMarked(state: EditorState, { from, to }: SelectionRange, mark: Mark): boolean {
  const character = mark.charAt(0)
  const has = (position: number) => state.sliceDoc(position, position + 1) === character
  let count = 0
  while (from > count && has(from - count - 1) && has(to + count)) {
    count += 1
  }
  return mark === '**' ? count >= 2 : count % 2 === 1
}

/** Inline code, or a code block if more than one line is selected. */
export const toggleCode: StateCommand = (target) => {
  const { state, dispatch } = target
  const isBlock = state.selection.ranges.some(
    ({ from, to }) => state.doc.lineAt(from).number < state.doc.lineAt(to).number,
  )
  if (!isBlock) {
    return toggleMark('`')(target)
  }
  const edit = state.changeByRange(({ from, to }) => {
    const first = state.doc.lineAt(from)
    const last = state.doc.lineAt(to)
    return {
      changes: [
        { from: first.from, insert: '```\n' },
        { from: last.to, insert: '\n```' },
      ],
      range: EditorSelection.range(first.from + 4, last.to + 4),
    }
  })
  dispatch(state.update(edit, { scrollIntoView: true, userEvent: 'input' }))
  return true
}

const LINK_ADDRESS = 'https://'

export const insertLink: StateCommand = ({ state, dispatch }) => {
  const edit = state.changeByRange(({ from, to }) => {
    const selected = state.sliceDoc(from, to)
    const isAddress = /^https?:\/\/\S+$/.test(selected)
    const text = isAddress || selected === '' ? texts.editor.linkText : selected
    const address = isAddress ? selected : LINK_ADDRESS
    const addressFrom = from + text.length + 3
    const hasText = text === selected
    return {
      changes: { from, to, insert: `[${text}](${address})` },
      range: hasText
        ? EditorSelection.range(addressFrom, addressFrom + address.length)
        : EditorSelection.range(from + 1, from + 1 + text.length),
    }
  })
  dispatch(state.update(edit, { scrollIntoView: true, userEvent: 'input' }))
  return true
}

type LineKind = 'heading' | 'quote' | 'unordered' | 'ordered'

/** The prefix of each kind of line, and what it replaces. */
const LINE_KINDS: Readonly<
  Record<LineKind, { has: RegExp; replaces: RegExp; prefix: (index: number) => string }>
> = {
  heading: { has: /^#{1,6} /, replaces: /^(?:#{1,6} )?/, prefix: () => '## ' },
  quote: { has: /^\s*> ?/, replaces: /^(?:\s*> ?)?/, prefix: () => '> ' },
  unordered: { has: /^\s*[-*+] /, replaces: /^(\s*)(?:(?:[-*+]|\d+[.)]) )?/, prefix: () => '- ' },
  ordered: {
    has: /^\s*\d+[.)] /,
    replaces: /^(\s*)(?:(?:[-*+]|\d+[.)]) )?/,
    prefix: (index) => `${index + 1}. `,
  },
}

/** Turns the selected lines into this kind; if all of them already are, removes the prefix. */
export function toggleLines(kind: LineKind): StateCommand {
  const { has, replaces, prefix } = LINE_KINDS[kind]
  return ({ state, dispatch }) => {
    const lines = selectedLines(state)
    const filled = lines.filter(({ text }) => text.trim() !== '')
    const targets = filled.length > 0 ? filled : lines.slice(0, 1)
    const areAll = targets.every(({ text }) => has.test(text))
    const changes = targets.map((line, index): ChangeSpec => {
      const [found = '', indent = ''] = replaces.exec(line.text) ?? []
      const insert = areAll ? indent : indent + prefix(index)
      return { from: line.from, to: line.from + found.length, insert }
    })
    const set = state.changes(changes)
    dispatch(
      state.update({
        changes: set,
        // A cursor at the start of the line goes behind the prefix.
        selection: state.selection.map(set, 1),
        scrollIntoView: true,
        userEvent: 'input',
      }),
    )
    return true
  }
}

function selectedLines({ doc, selection }: EditorState): Line[] {
  const numbers = new Set<number>()
  for (const { from, to } of selection.ranges) {
    const last = doc.lineAt(to).number
    for (let number = doc.lineAt(from).number; number <= last; number += 1) {
      numbers.add(number)
    }
  }
  return [...numbers].sort((a, b) => a - b).map((number) => doc.line(number))
}

/** The number of columns and of rows that the grid offers. */
export const TABLE_GRID = 6

export interface TableSize {
  readonly columns: number
  /** Including the row of headings. */
  readonly rows: number
}

/** Inserts a table after the selection, separated by blank lines, with its first heading selected. */
export function insertTable({ columns, rows }: TableSize): StateCommand {
  return ({ state, dispatch }) => {
    const { to } = state.selection.main
    const line = state.doc.lineAt(to)
    const headings = Array.from({ length: columns }, (_, index) => texts.editor.column(index + 1))
    const makeRow = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
    const table = [
      makeRow(headings),
      makeRow(headings.map((heading) => '-'.repeat(heading.length))),
      ...Array.from({ length: rows - 1 }, () =>
        makeRow(headings.map((it) => ' '.repeat(it.length))),
      ),
    ].join('\n')
    const before = gapBefore(state, line)
    const hasTextBelow =
      line.number < state.doc.lines && state.doc.line(line.number + 1).text !== ''
    const first = line.to + before.length + 2
    dispatch(
      state.update({
        changes: { from: line.to, insert: before + table + (hasTextBelow ? '\n' : '') },
        selection: EditorSelection.range(first, first + (headings[0] ?? '').length),
        scrollIntoView: true,
        userEvent: 'input',
      }),
    )
    return true
  }
}

function gapBefore({ doc }: EditorState, line: Line): string {
  if (line.text !== '') {
    return '\n\n'
  }
  return line.number > 1 && doc.line(line.number - 1).text !== '' ? '\n' : ''
}

export const insertIndent: StateCommand = ({ state, dispatch }) => {
  if (state.selection.ranges.some((range) => !range.empty)) {
    return false
  }
  dispatch(
    state.update(state.replaceSelection(state.facet(indentUnit)), {
      scrollIntoView: true,
      userEvent: 'input',
    }),
  )
  return true
}
