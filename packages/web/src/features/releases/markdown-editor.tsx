import type { EditorView } from '@codemirror/view'
import { problemOfNote } from '@rollcall/contract/releases'
import { useDeferredValue, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { currentLanguage } from '#texts/language.ts'
import { Quiet, Row, Stack } from '#ui/layout/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { ScrollRegion } from '#ui/panel.tsx'
import { ToggleButtons } from '#ui/toggle-buttons.tsx'
import { createEditor, DEFAULT_TAB, setTab, TAB_OPTIONS } from './editor-setup.ts'
import { EditorToolbar } from './editor-toolbar.tsx'
import { Markdown } from './markdown.tsx'
import classes from './markdown-editor.module.css'
import { texts } from './texts.ts'

interface MarkdownEditorProps {
  readonly label: string
  /** The initial text; after that, the editor has its own. */
  readonly initialText: string
  readonly text: string
  readonly onChange: (text: string) => void
}

const SPLIT = { label: texts.editor.split, key: 'split' } as const
const EDITOR_ONLY = { label: texts.editor.editorOnly, key: 'editor' } as const
const PREVIEW_ONLY = { label: texts.editor.previewOnly, key: 'preview' } as const
const VIEWS = [SPLIT, EDITOR_ONLY, PREVIEW_ONLY]

export function MarkdownEditor({ label, initialText, text, onChange }: MarkdownEditorProps) {
  const id = useId()
  const host = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<EditorView | null>(null)
  const [view, setView] = useState<(typeof VIEWS)[number]>(SPLIT)
  const [tab, setTabUnit] = useState(DEFAULT_TAB)
  const shown = useDeferredValue(text)
  const problem = problemOfNote(shown)

  const start = useEffectEvent((parent: Element) =>
    createEditor({
      parent,
      text: initialText,
      attributes: { 'aria-labelledby': `${id}label`, 'aria-describedby': `${id}hint` },
      onChange: (changed) => onChange(changed),
    }),
  )
  useEffect(() => {
    if (host.current === null) {
      return
    }
    const created = start(host.current)
    setEditor(created)
    return () => created.destroy()
  }, [])

  return (
    <Stack gap="xs">
      <Row gap="xs" align="end" justify="space-between">
        <span id={`${id}label`} className={classes.label}>
          {label}
        </span>
        <ToggleButtons
          label={texts.editor.view}
          choices={VIEWS}
          chosen={view}
          onChoose={setView}
          isSmall
        />
      </Row>
      <div className={classes.frame} data-view={view.key}>
        <Row
          gap="xs/md"
          justify="space-between"
          className={classes.bar}
          hidden={view === PREVIEW_ONLY}
        >
          <EditorToolbar editor={editor} />
          <label className={classes.tab}>
            {texts.editor.tabKey}
            <select
              value={tab}
              onChange={({ currentTarget: { value } }) => {
                setTabUnit(value)
                if (editor !== null) {
                  setTab(editor, value)
                }
              }}
            >
              {TAB_OPTIONS.map((option) => (
                <option key={option.label} value={option.unit}>
                  {option.label}
                </option>
              ))}
            </select>
          </label>
        </Row>
        <div ref={host} className={classes.editor} hidden={view === PREVIEW_ONLY} />
        <ScrollRegion
          className={classes.preview}
          label={texts.editor.preview}
          hidden={view === EDITOR_ONLY}
        >
          {shown.trim() === '' ? (
            <Quiet>{texts.editor.previewHint}</Quiet>
          ) : (
            <Markdown text={shown} />
          )}
        </ScrollRegion>
      </div>
      {problem !== null && <Notice message={currentLanguage().problemText(problem)} />}
      <Quiet id={`${id}hint`} hidden={view === PREVIEW_ONLY}>
        {texts.editor.hint}
      </Quiet>
    </Stack>
  )
}
