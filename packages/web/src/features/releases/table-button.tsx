import { IconTablePlus } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { IconButton } from '#ui/icon-button.tsx'
import { TABLE_GRID, type TableSize } from './editor-commands.ts'
import classes from './editor-toolbar.module.css'
import { texts } from './texts.ts'

interface TableButtonProps {
  readonly tabIndex: number
  readonly onFocus: () => void
  readonly onInsert: (size: TableSize) => void
}

const COUNTS = Array.from({ length: TABLE_GRID }, (_, index) => index + 1)
const FIRST: TableSize = { columns: 1, rows: 1 }

/** Where each key leads from a cell, within the grid. */
const MOVES: Readonly<Record<string, (from: TableSize) => TableSize>> = {
  ArrowLeft: ({ columns, rows }) => ({ columns: Math.max(columns - 1, 1), rows }),
  ArrowRight: ({ columns, rows }) => ({ columns: Math.min(columns + 1, TABLE_GRID), rows }),
  ArrowUp: ({ columns, rows }) => ({ columns, rows: Math.max(rows - 1, 1) }),
  ArrowDown: ({ columns, rows }) => ({ columns, rows: Math.min(rows + 1, TABLE_GRID) }),
  Home: ({ rows }) => ({ columns: 1, rows }),
  End: ({ rows }) => ({ columns: TABLE_GRID, rows }),
}

function describeSize({ columns, rows }: TableSize): string {
  return texts.editor.columnsAndRows(columns, rows)
}

export function TableButton({ tabIndex, onFocus, onInsert }: TableButtonProps) {
  const holder = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [size, setSize] = useState(FIRST)

  function focusCell({ columns, rows }: TableSize): void {
    holder.current?.querySelector<HTMLElement>(`[data-cell="${columns}x${rows}"]`)?.focus()
  }

  function pressInGrid(event: KeyboardEvent): void {
    // Keeps the key from the toolbar.
    event.stopPropagation()
    if (event.key === 'Escape') {
      setIsOpen(false)
      button.current?.focus()
      return
    }
    const move = MOVES[event.key]
    if (move === undefined) {
      return
    }
    event.preventDefault()
    focusCell(move(size))
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the grid closes when the focus leaves it.
    <div
      ref={holder}
      className={classes.table}
      onBlur={({ relatedTarget }) => {
        if (!holder.current?.contains(relatedTarget)) {
          setIsOpen(false)
        }
      }}
    >
      <IconButton
        ref={button}
        data-tool
        className={classes.tool}
        aria-label={texts.editor.table}
        title={texts.editor.table}
        aria-haspopup="grid"
        aria-expanded={isOpen}
        tabIndex={tabIndex}
        onFocus={onFocus}
        onClick={() => {
          setSize(FIRST)
          setIsOpen(!isOpen)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            setIsOpen(false)
          }
          if (event.key === 'ArrowDown' && isOpen) {
            event.preventDefault()
            focusCell(FIRST)
          }
        }}
      >
        <IconTablePlus size={18} stroke={1.8} aria-hidden />
      </IconButton>
      {isOpen && (
        <SizeGrid
          size={size}
          onSize={setSize}
          onKeyDown={pressInGrid}
          onChoose={(chosen) => {
            setIsOpen(false)
            onInsert(chosen)
          }}
        />
      )}
    </div>
  )
}

interface SizeGridProps {
  readonly size: TableSize
  readonly onSize: (size: TableSize) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onChoose: (size: TableSize) => void
}

function SizeGrid({ size, onSize, onKeyDown, onChoose }: SizeGridProps) {
  const id = useId()
  return (
    <div className={classes.popup}>
      {/* biome-ignore lint/a11y/useSemanticElements: a table would be read as one with content. */}
      <div
        role="grid"
        aria-label={texts.editor.tableSize}
        aria-describedby={`${id}size`}
        tabIndex={-1}
        className={classes.grid}
        onKeyDown={onKeyDown}
      >
        {COUNTS.map((rows) => (
          // biome-ignore lint/a11y/useSemanticElements: see the grid.
          // biome-ignore lint/a11y/useFocusableInteractive: its cells take the focus.
          <div key={rows} role="row" className={classes.row}>
            {COUNTS.map((columns) => {
              const cell = { columns, rows }
              return (
                // biome-ignore lint/a11y/useSemanticElements: see the grid.
                <button
                  key={columns}
                  type="button"
                  role="gridcell"
                  data-cell={`${columns}x${rows}`}
                  className={classes.cell}
                  aria-label={describeSize(cell)}
                  data-within={(columns <= size.columns && rows <= size.rows) || undefined}
                  tabIndex={columns === size.columns && rows === size.rows ? 0 : -1}
                  onFocus={() => onSize(cell)}
                  // On move, not on enter: the grid may open under a resting mouse.
                  onPointerMove={() => onSize(cell)}
                  onClick={() => onChoose(cell)}
                />
              )
            })}
          </div>
        ))}
      </div>
      <p id={`${id}size`} className={classes.size}>
        {describeSize(size)}
      </p>
    </div>
  )
}
