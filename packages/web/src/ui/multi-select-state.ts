/** What keys, choices and searches do in a combobox of which several can be chosen; after the ARIA authoring practices. Pure. */

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
  /** Absent: stays. */
  readonly isOpen?: boolean
  /** Absent: stays; -1: none. */
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
      // Never sends the form: Enter belongs to the list, whether it is open or not.
      return { isHandled: true, isChosen: isOpen && activeIndex >= 0 }
    case 'Escape':
      return isOpen ? { isHandled: true, isOpen: false, activeIndex: -1 } : null
    case 'Backspace':
      return text === '' ? { isHandled: true, isLastRemoved: true } : null
    default:
      return null
  }
}

/** What can be chosen, and what of it a search leaves. Pure. */

export interface Option {
  readonly value: number
  readonly label: string
  /** Somebody's picture; null: they have none. Absent where the options are no people. */
  readonly picture?: string | null
  /** What else is known of a chosen one. */
  readonly note?: string
}

/** Both sides of a comparison: letter case and how a letter is put together make no difference. */
function folded(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

export function optionsLike(options: readonly Option[], search: string): readonly Option[] {
  const part = folded(search.trim())
  return part === '' ? options : options.filter(({ label }) => folded(label).includes(part))
}

export function toggled(chosen: readonly Option[], option: Option): readonly Option[] {
  const rest = chosen.filter(({ value }) => value !== option.value)
  return rest.length < chosen.length ? rest : [...chosen, option]
}
