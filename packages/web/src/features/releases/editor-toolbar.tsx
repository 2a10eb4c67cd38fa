import { redo, undo } from '@codemirror/commands'
import type { StateCommand } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBlockquote,
  IconBold,
  IconCode,
  IconHeading,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  type IconProps,
} from '@tabler/icons-react'
import { type ComponentType, type KeyboardEvent, useRef, useState } from 'react'
import { IconButton } from '#ui/icon-button.tsx'
import { Row } from '#ui/layout/layout.tsx'
import { insertLink, insertTable, toggleCode, toggleLines, toggleMark } from './editor-commands.ts'
import classes from './editor-toolbar.module.css'
import { TableButton } from './table-button.tsx'
import { texts } from './texts.ts'

interface Tool {
  readonly label: string
  readonly icon: ComponentType<IconProps>
  readonly shortcut?: string
  readonly run: StateCommand
}

const TOOLS: readonly Tool[] = [
  { label: texts.editor.bold, icon: IconBold, shortcut: 'Ctrl+B', run: toggleMark('**') },
  { label: texts.editor.italic, icon: IconItalic, shortcut: 'Ctrl+I', run: toggleMark('*') },
  { label: texts.editor.heading, icon: IconHeading, run: toggleLines('heading') },
  { label: texts.editor.link, icon: IconLink, shortcut: 'Ctrl+K', run: insertLink },
  {
    label: texts.editor.orderedList,
    icon: IconListNumbers,
    shortcut: 'Ctrl+Shift+7',
    run: toggleLines('ordered'),
  },
  {
    label: texts.editor.unorderedList,
    icon: IconList,
    shortcut: 'Ctrl+Shift+8',
    run: toggleLines('unordered'),
  },
  { label: texts.editor.quote, icon: IconBlockquote, run: toggleLines('quote') },
  { label: texts.editor.code, icon: IconCode, run: toggleCode },
  { label: texts.editor.undo, icon: IconArrowBackUp, shortcut: 'Ctrl+Z', run: undo },
  { label: texts.editor.redo, icon: IconArrowForwardUp, shortcut: 'Ctrl+Y', run: redo },
]

const STEPS: Readonly<Partial<Record<string, number>>> = { ArrowLeft: -1, ArrowRight: 1 }

/** A single Tab stop; the arrow keys move between the tools. */
export function EditorToolbar({ editor }: { readonly editor: EditorView | null }) {
  const bar = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  const tableIndex = TOOLS.length

  function run(command: StateCommand): void {
    if (editor === null) {
      return
    }
    command(editor)
    editor.focus()
  }

  function move(event: KeyboardEvent): void {
    const step = STEPS[event.key]
    const count = tableIndex + 1
    const next =
      step !== undefined
        ? (current + step + count) % count
        : { Home: 0, End: tableIndex }[event.key]
    if (next === undefined) {
      return
    }
    event.preventDefault()
    bar.current?.querySelectorAll<HTMLElement>('[data-tool]')[next]?.focus()
  }

  return (
    <Row
      gap="2xs"
      align="stretch"
      ref={bar}
      role="toolbar"
      aria-label={texts.editor.formatting}
      className={classes.bar}
      onKeyDown={move}
    >
      {TOOLS.map(({ label, icon: Icon, shortcut, run: command }, index) => (
        <IconButton
          key={label}
          data-tool
          className={classes.tool}
          aria-label={label}
          aria-keyshortcuts={shortcut?.replace('Ctrl', 'Control')}
          title={shortcut === undefined ? label : texts.editor.withShortcut(label, shortcut)}
          tabIndex={index === current ? 0 : -1}
          onFocus={() => setCurrent(index)}
          onClick={() => run(command)}
        >
          <Icon size={18} stroke={1.8} aria-hidden />
        </IconButton>
      ))}
      <TableButton
        tabIndex={current === tableIndex ? 0 : -1}
        onFocus={() => setCurrent(tableIndex)}
        onInsert={(size) => run(insertTable(size))}
      />
    </Row>
  )
}
