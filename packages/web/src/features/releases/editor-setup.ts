/** The text field of the Markdown editor: its keys, its look, and its functions for the page. */
import { defaultKeymap, history, historyKeymap, indentLess, indentMore } from '@codemirror/commands'
import { markdown } from '@codemirror/lang-markdown'
import { HighlightStyle, indentUnit, syntaxHighlighting } from '@codemirror/language'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { problemOfNote } from '@rollcall/contract/releases'
import { insertIndent, insertLink, toggleLines, toggleMark } from './editor-commands.ts'
import { texts } from './texts.ts'

const UNDO_STEPS = 100

interface TabOption {
  readonly label: string
  readonly unit: string
}

export const TAB_OPTIONS: readonly TabOption[] = [
  { label: texts.editor.tabs(1), unit: '\t' },
  { label: texts.editor.spaces(2), unit: '  ' },
  { label: texts.editor.spaces(4), unit: '    ' },
  { label: texts.editor.spaces(8), unit: '        ' },
]
export const DEFAULT_TAB = '  '

/** Since Tab indents, the library lets Escape followed by Tab leave the field. */
const KEYS = keymap.of([
  { key: 'Mod-k', run: insertLink },
  { key: 'Mod-b', run: toggleMark('**') },
  { key: 'Mod-i', run: toggleMark('*') },
  { key: 'Mod-Shift-7', run: toggleLines('ordered') },
  { key: 'Mod-Shift-8', run: toggleLines('unordered') },
  { key: 'Tab', run: (view) => insertIndent(view) || indentMore(view), shift: indentLess },
  ...historyKeymap,
  ...defaultKeymap,
])

const LOOK = EditorView.theme({
  '&': { height: '100%', color: 'var(--mantine-color-text)' },
  '&.cm-focused': {
    outlineWidth: '3px',
    outlineStyle: 'solid',
    outlineColor: 'var(--rc-focus)',
    outlineOffset: '-3px',
  },
  '.cm-scroller': {
    fontFamily: 'var(--mantine-font-family-monospace)',
    fontSize: 'var(--mantine-font-size-sm)',
    lineHeight: '1.6',
  },
  '.cm-content': { padding: 'var(--mantine-spacing-md) 0', caretColor: 'var(--rc-link)' },
  '.cm-line': { padding: '0 var(--mantine-spacing-md)' },
})

const HIGHLIGHT = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '700' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: tags.link, color: 'var(--rc-link)' },
  { tag: tags.url, color: 'var(--rc-link)' },
  { tag: tags.monospace, color: 'var(--rc-link)' },
  { tag: tags.quote, color: 'var(--mantine-color-dimmed)' },
  { tag: tags.processingInstruction, color: 'var(--mantine-color-dimmed)' },
])

const tabUnit = new Compartment()
const language = new Compartment()
const MARKDOWN = markdown()
const PLAIN: Extension = []

/** Highlighting is recursive, so texts that are too nested to render are not highlighted either. */
const chooseLanguage = (text: string) => (problemOfNote(text) === null ? MARKDOWN : PLAIN)
const CHOOSE_LANGUAGE = EditorState.transactionExtender.of(({ docChanged, newDoc, startState }) => {
  const wanted = docChanged ? chooseLanguage(newDoc.toString()) : language.get(startState)
  return wanted === undefined || wanted === language.get(startState)
    ? null
    : { effects: language.reconfigure(wanted) }
})

interface EditorOptions {
  readonly parent: Element
  readonly text: string
  readonly attributes: Readonly<Record<string, string>>
  readonly onChange: (text: string) => void
}

export function createEditor({ parent, text, attributes, onChange }: EditorOptions): EditorView {
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        history({ minDepth: UNDO_STEPS }),
        tabUnit.of(indentUnit.of(DEFAULT_TAB)),
        EditorState.tabSize.of(4),
        KEYS,
        language.of(chooseLanguage(text)),
        CHOOSE_LANGUAGE,
        LOOK,
        syntaxHighlighting(HIGHLIGHT),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ ...attributes, spellcheck: 'true' }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) {
            onChange(state.doc.toString())
          }
        }),
      ],
    }),
  })
}

export function setTab(view: EditorView, unit: string): void {
  view.dispatch({ effects: tabUnit.reconfigure(indentUnit.of(unit)) })
}
