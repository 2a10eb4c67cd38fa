/** What keys do in a combobox, after the ARIA authoring practices. Pure. */

interface Key {
  readonly key: string
  readonly altKey: boolean
}

interface ComboboxState {
  readonly isOpen: boolean
  readonly text: string
  /** -1: none. */
  readonly activeIndex: number
  readonly count: number
}

interface KeyStep {
  readonly isHandled: boolean
  /** Absent: unchanged. */
  readonly isOpen?: boolean
  /** Absent: unchanged; -1: none. */
  readonly activeIndex?: number
  readonly isChosen?: boolean
  readonly isLastRemoved?: boolean
}

export function keyStep({ key, altKey }: Key, state: ComboboxState): KeyStep | null {
  const { isOpen, text, activeIndex, count } = state
  switch (key) {
    case 'ArrowDown':
      if (altKey) {
        return { isHandled: true, isOpen: true }
      }
      return {
        isHandled: true,
        isOpen: true,
        activeIndex: count === 0 ? -1 : (activeIndex + 1) % count,
      }
    case 'ArrowUp':
      if (altKey) {
        return { isHandled: true, isOpen: false }
      }
      return {
        isHandled: true,
        isOpen: true,
        activeIndex: activeIndex <= 0 ? count - 1 : activeIndex - 1,
      }
    case 'Enter':
      // Never submits the form: Enter belongs to the list, open or not.
      return { isHandled: true, isChosen: isOpen && activeIndex >= 0 }
    case 'Escape':
      return isOpen ? { isHandled: true, isOpen: false, activeIndex: -1 } : null
    case 'Backspace':
      return text === '' ? { isHandled: true, isLastRemoved: true } : null
    default:
      return null
  }
}
