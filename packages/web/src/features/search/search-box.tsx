import { IconSearch, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { afterPress } from '#ui/after-press.ts'
import { loadPart } from '#ui/load-chunk.ts'
import { Notice } from '#ui/notice.tsx'
import { texts as ui } from '#ui/texts.ts'
import classes from './search-box.module.css'
import { texts } from './texts.ts'

/** As the contract has it, which the first load goes without. */
const MAX_LENGTH = 200

/**
 * The search in the top bar: a field or, on a narrow screen, a button that opens it across the bar. What it finds is
 * loaded with the first use.
 */
export function SearchBox() {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const pressInPanel = useRef<(event: KeyboardEvent) => void>(() => {})
  const [text, setText] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const [activeId, setActiveId] = useState<string | null>(null)
  const panel = useQuery({
    queryKey: ['search', 'panel'],
    queryFn: () => loadPart(() => import('./search-panel.tsx')),
    enabled: isOpen,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { isPublic: true },
  })
  const Panel = panel.data?.SearchPanel
  const isExpanded = isOpen && Panel !== undefined

  function open(): void {
    // On a narrow screen the field can have the focus only once it is shown.
    flushSync(() => setIsOpen(true))
    input.current?.focus()
  }

  function close(): void {
    setIsOpen(false)
    setActiveId(null)
    // The button is laid out on narrow screens only, where the field is about to disappear.
    if (button.current?.offsetParent) {
      button.current.focus()
    }
  }

  const openByKey = useEffectEvent(open)
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (isSearchKey(event)) {
        event.preventDefault()
        openByKey()
      }
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  function press(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) {
      return
    }
    if (event.key === 'Escape') {
      event.preventDefault()
      if (isOpen) close()
      else setText('')
    } else if (isOpen) {
      pressInPanel.current(event)
    } else if (event.key === 'ArrowDown') {
      event.preventDefault()
      setIsOpen(true)
    }
  }

  return (
    <search
      className={classes.search}
      data-open={isOpen || undefined}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) {
          afterPress(() => {
            setIsOpen(false)
            setActiveId(null)
          })
        }
      }}
    >
      <button
        ref={button}
        type="button"
        className={classes.open}
        aria-label={texts.open}
        aria-expanded={isOpen}
        onClick={open}
      >
        <IconSearch size={20} aria-hidden />
      </button>
      <div className={classes.field}>
        <IconSearch className={classes.icon} size={18} aria-hidden />
        <input
          ref={input}
          className={classes.input}
          type="text"
          role="combobox"
          aria-label={texts.label}
          aria-keyshortcuts="/"
          aria-autocomplete="list"
          aria-expanded={isExpanded}
          aria-controls={isExpanded ? `${id}list` : undefined}
          aria-activedescendant={isExpanded && activeId !== null ? activeId : undefined}
          placeholder={texts.placeholder}
          maxLength={MAX_LENGTH}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            setIsOpen(true)
          }}
          onClick={() => setIsOpen(true)}
          onKeyDown={press}
        />
        <span className={classes.key} aria-hidden="true">
          /
        </span>
        <button
          type="button"
          className={classes.close}
          aria-label={texts.close}
          onClick={() => {
            setText('')
            close()
          }}
        >
          <IconX size={20} aria-hidden />
        </button>
      </div>
      {isOpen && (
        <div className={classes.panel}>
          {Panel ? (
            <Panel
              listId={`${id}list`}
              text={text}
              press={pressInPanel}
              onActive={setActiveId}
              onChosen={() => {
                setText('')
                setIsOpen(false)
                setActiveId(null)
              }}
            />
          ) : panel.isError ? (
            <Notice message={texts.notLoaded} onRetry={() => void panel.refetch()} />
          ) : (
            <p role="status" className={classes.loading}>
              {ui.loading}
            </p>
          )}
        </div>
      )}
    </search>
  )
}

/** `/`, unless somebody is typing, or a dialog is open. */
function isSearchKey(event: globalThis.KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, target, defaultPrevented } = event
  const isTyping =
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select') !== null)
  return (
    key === '/' &&
    !(ctrlKey || metaKey || altKey || defaultPrevented || isTyping) &&
    document.querySelector('dialog[open]') === null
  )
}
