import { IconSearch, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import { loading } from '#api/query-keys.ts'
import { afterPress } from '#ui/after-press.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Quiet } from '#ui/layout/layout.tsx'
import { loadPart } from '#ui/load-chunk.ts'
import { PartFailed } from '#ui/part.tsx'
import { texts as ui } from '#ui/texts.ts'
import { useCombobox } from '#ui/use-combobox.ts'
import classes from './search-box.module.css'
import { texts } from './texts.ts'

/** As the contract has it, which the first load goes without. */
const MAX_LENGTH = 200

interface SearchBoxProps {
  /** In a page instead of the bar, and always a field. */
  readonly isInPage?: boolean
  /** What is in the field at first. */
  readonly text?: string | undefined
}

/**
 * The search in the top bar: a field or, on a narrow screen, a button that opens it across the bar. What it finds is
 * loaded with the first use.
 */
export function SearchBox({ isInPage = false, text }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const box = useCombobox({ takesFirst: true, initialText: text })
  const { isOpen } = box
  const panel = useSearchPanel(isOpen)
  const isExpanded = isOpen && panel.data !== undefined

  function open(): void {
    // On a narrow screen the field can have the focus only once it is shown.
    flushSync(box.open)
    input.current?.focus()
  }

  function close(): void {
    box.close()
    // The button is laid out on narrow screens only, where the field is about to disappear.
    if (button.current?.offsetParent) {
      button.current.focus()
    }
  }

  useSearchKey(open)

  function press(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) {
      box.press(event)
      return
    }
    event.preventDefault()
    if (isOpen) close()
    else box.type('')
  }

  return (
    <search
      className={classes.search}
      data-open={isOpen || undefined}
      data-in-page={isInPage || undefined}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) {
          afterPress(box.close)
        }
      }}
    >
      <IconButton
        ref={button}
        isLarge
        className={classes.open}
        aria-label={texts.open}
        aria-expanded={isOpen}
        onClick={open}
      >
        <IconSearch size={20} aria-hidden />
      </IconButton>
      <div className={classes.field}>
        <IconSearch className={classes.icon} size={18} aria-hidden />
        <input
          ref={input}
          className={classes.input}
          type="text"
          role="combobox"
          aria-label={texts.label}
          aria-keyshortcuts="/"
          placeholder={isInPage ? texts.placeholderInPage : texts.placeholder}
          maxLength={MAX_LENGTH}
          enterKeyHint="search"
          {...box.field}
          aria-expanded={isExpanded}
          aria-controls={isExpanded ? box.listId : undefined}
          onKeyDown={press}
        />
        <span className={classes.key} aria-hidden="true">
          /
        </span>
        <IconButton
          isLarge
          className={classes.close}
          aria-label={texts.close}
          onClick={() => {
            box.type('')
            close()
          }}
        >
          <IconX size={20} aria-hidden />
        </IconButton>
      </div>
      {isOpen && <Results box={box} panel={panel} />}
    </search>
  )
}

interface ResultsProps {
  readonly box: ReturnType<typeof useCombobox>
  readonly panel: ReturnType<typeof useSearchPanel>
}

/** What has been found, or that its part of the page loads or has not loaded. */
function Results({ box, panel }: ResultsProps) {
  const Panel = panel.data?.SearchPanel
  return (
    <div className={classes.panel}>
      {Panel ? (
        <Panel
          listId={box.listId}
          text={box.text}
          activeId={box.activeId}
          onChosen={() => {
            box.type('')
            box.close()
          }}
        />
      ) : panel.isError ? (
        <PartFailed />
      ) : (
        <Quiet role="status" className={classes.loading}>
          {ui.loading}
        </Quiet>
      )}
    </div>
  )
}

function useSearchPanel(isOpen: boolean) {
  return useQuery({
    ...loading('search-panel', () => loadPart(() => import('./search-panel.tsx'))),
    enabled: isOpen,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

function useSearchKey(open: () => void): void {
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
