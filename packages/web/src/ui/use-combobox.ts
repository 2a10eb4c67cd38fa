import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { keyStep } from './combobox-keys.ts'

interface ComboboxOptions {
  readonly initialText?: string | undefined
  readonly onText?: (text: string) => void
  /** Enter chooses the first option if the arrow keys have reached none, but never while the list is busy. */
  readonly takesFirst?: boolean
  /** Backspace in the empty field. */
  readonly onBackspace?: () => void
}

/**
 * A field with a list of options, which the focus never enters: the list has the `listId`, and each option an id of its
 * own, a role, and what happens on a click. Keys choose an option by clicking it.
 */
export function useCombobox({
  initialText = '',
  onText,
  takesFirst = false,
  onBackspace,
}: ComboboxOptions = {}) {
  const listId = useId()
  const [text, setText] = useState(initialText)
  const [isOpen, setIsOpen] = useState(false)
  /** The option that the arrow keys have reached; an index would not survive changes of the list. */
  const [activeId, setActiveId] = useState<string | null>(null)

  useEffect(() => {
    if (activeId !== null) {
      document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
    }
  }, [activeId])

  function type(typed: string): void {
    setText(typed)
    onText?.(typed)
  }

  function open(): void {
    setIsOpen(true)
    setActiveId(null)
  }

  function close(): void {
    setIsOpen(false)
    setActiveId(null)
  }

  function press(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) {
      return
    }
    if (!isOpen && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      // The options are known only once they are drawn.
      flushSync(open)
    }
    const list = document.getElementById(listId)
    const options = [...(list?.querySelectorAll<HTMLElement>('[role=option]') ?? [])]
    const activeIndex = options.findIndex(({ id }) => id === activeId)
    const step = keyStep(event, { isOpen, text, activeIndex, count: options.length })
    if (step?.isHandled) {
      event.preventDefault()
    }
    if (step?.isOpen !== undefined) {
      setIsOpen(step.isOpen)
    }
    if (step?.activeIndex !== undefined) {
      setActiveId(options[step.activeIndex]?.id ?? null)
    }
    if (step?.isChosen) {
      options[activeIndex]?.click()
    } else if (takesFirst && event.key === 'Enter' && list?.ariaBusy !== 'true') {
      options[0]?.click()
    }
    if (step?.isLastRemoved) {
      onBackspace?.()
    }
  }

  return {
    listId,
    text,
    isOpen,
    activeId,
    type,
    open,
    close,
    press,
    field: {
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? listId : undefined,
      'aria-autocomplete': 'list',
      'aria-activedescendant': (isOpen && activeId) || undefined,
      autoComplete: 'off',
      autoCapitalize: 'none',
      spellCheck: false,
      value: text,
      onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
        open()
        type(currentTarget.value)
      },
      onClick: open,
      onKeyDown: press,
    },
  } as const
}
