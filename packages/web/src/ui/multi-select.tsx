import { Loader, TextInput, VisuallyHidden } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconCheck, IconX } from '@tabler/icons-react'
import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { afterPress } from './after-press.ts'
import classes from './multi-select.module.css'
import { keyStep, type Option, optionsLike, toggleOption } from './multi-select-state.ts'
import { ProfileImage } from './person.tsx'
import { texts } from './texts.ts'

const { choosing } = texts

const SEARCH_DEBOUNCE_MS = 200

interface MultiSelectProps {
  readonly label: string
  readonly placeholder: string
  readonly chosen: readonly Option[]
  readonly onChange: (chosen: readonly Option[]) => void
  /** What the last search found; undefined before its first answer. */
  readonly options: readonly Option[] | undefined
  readonly maxSearchLength: number
  /** The search that the options are for. */
  readonly search: string
  /** Called once typing has paused. */
  readonly onSearch: (search: string) => void
  readonly isBusy: boolean
  /** The input's name, for forms that need to know which field was left. */
  readonly name?: string
  readonly error?: string | undefined
  /** Below the options, such as that there are more. */
  readonly note?: string | undefined
  /** Below the field, such as that the search failed. */
  readonly children?: ReactNode
}

/** A field for choosing several options from a list too long to show: a combobox, with the choices as chips. */
export function MultiSelect(props: MultiSelectProps) {
  const { label, placeholder, chosen, onChange, options, search, onSearch, note, children } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  /** The value of the option that the arrow keys have reached; an index would not survive changes of the list. */
  const [activeValue, setActiveValue] = useState<number | null>(null)
  const searchSoon = useDebouncedCallback(onSearch, SEARCH_DEBOUNCE_MS)
  const isBusy = props.isBusy || text.trim() !== search

  const shown = optionsLike(options ?? [], text)
  const activeIndex = shown.findIndex(({ value }) => value === activeValue)
  const active = isOpen ? shown[activeIndex] : undefined
  const optionId = (option: Option) => `${id}-${option.value}`

  function type(typed: string): void {
    setText(typed)
    searchSoon(typed.trim())
  }

  function choose(option: Option): void {
    onChange(toggleOption(chosen, option))
    if (text !== '') {
      type('')
    }
  }

  function open(): void {
    setIsOpen(true)
    setActiveValue(null)
  }

  return (
    <div className={classes.field}>
      <div>
        <TextInput
          ref={input}
          name={props.name}
          error={props.error}
          label={label}
          placeholder={placeholder}
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}-list` : undefined}
          aria-autocomplete="list"
          aria-activedescendant={active && optionId(active)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={props.maxSearchLength}
          rightSection={isOpen && isBusy && <Loader size={18} aria-hidden />}
          value={text}
          onChange={({ currentTarget }) => {
            open()
            type(currentTarget.value)
          }}
          onClick={open}
          onBlur={() => afterPress(() => setIsOpen(false))}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) {
              return
            }
            const step = keyStep(event, { isOpen, text, activeIndex, count: shown.length })
            if (step === null) {
              return
            }
            if (step.isHandled) {
              event.preventDefault()
            }
            if (step.isOpen !== undefined) {
              setIsOpen(step.isOpen)
            }
            if (step.activeIndex !== undefined) {
              setActiveValue(shown[step.activeIndex]?.value ?? null)
            }
            if (step.isChosen && active) {
              choose(active)
            }
            if (step.isLastRemoved) {
              onChange(chosen.slice(0, -1))
            }
          }}
        />
        {isOpen && (
          <MultiSelectList
            id={`${id}-list`}
            label={label}
            options={shown}
            chosen={chosen}
            active={active}
            optionId={optionId}
            onChoose={choose}
            message={shown.length > 0 ? note : isBusy ? texts.loading : choosing.nothingFound}
          />
        )}
      </div>
      <VisuallyHidden role="status">
        {isOpen && (isBusy ? texts.loading : choosing.found(shown.length))}
      </VisuallyHidden>
      {children}
      <ChipList
        label={choosing.chosen(label)}
        chosen={chosen}
        onRemove={(option) => onChange(toggleOption(chosen, option))}
        onEmpty={() => input.current?.focus()}
      />
    </div>
  )
}

function Picture({ option, sizePx }: { readonly option: Option; readonly sizePx: number }) {
  return option.picture === undefined ? null : <ProfileImage src={option.picture} sizePx={sizePx} />
}

interface MultiSelectListProps {
  readonly id: string
  readonly label: string
  readonly options: readonly Option[]
  readonly chosen: readonly Option[]
  readonly active: Option | undefined
  readonly optionId: (option: Option) => string
  readonly onChoose: (option: Option) => void
  readonly message: string | undefined
}

/** The list of a combobox: the focus stays in its input, which names the active option. */
function MultiSelectList(props: MultiSelectListProps) {
  const { id, label, options, chosen, active, optionId, onChoose, message } = props
  const activeElement = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new active option is what scrolls.
  useEffect(() => {
    activeElement.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const chosenValues = new Set(chosen.map(({ value }) => value))
  return (
    <div className={classes.dropdown}>
      <div
        id={id}
        className={classes.list}
        role="listbox"
        tabIndex={-1}
        aria-label={label}
        aria-multiselectable
        // Otherwise a press would take the focus from the input, which closes the list.
        onMouseDown={(event) => event.preventDefault()}
      >
        {options.map((option) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps the focus and handles the keys.
          <div
            key={option.value}
            ref={option === active ? activeElement : null}
            id={optionId(option)}
            className={classes.option}
            role="option"
            tabIndex={-1}
            aria-selected={chosenValues.has(option.value)}
            data-active={option === active || undefined}
            onClick={() => onChoose(option)}
          >
            <IconCheck className={classes.check} size={18} aria-hidden />
            <Picture option={option} sizePx={28} />
            <bdi>{option.label}</bdi>
          </div>
        ))}
      </div>
      {message && <p className={classes.note}>{message}</p>}
    </div>
  )
}

interface ChipListProps {
  readonly label: string
  readonly chosen: readonly Option[]
  readonly onRemove: (option: Option) => void
  /** The last chip is gone: the focus needs another place. */
  readonly onEmpty: () => void
}

function ChipList({ label, chosen, onRemove, onEmpty }: ChipListProps) {
  if (chosen.length === 0) {
    return null
  }

  function remove(option: Option, { currentTarget }: MouseEvent<HTMLElement>): void {
    const chip = currentTarget.closest('li')
    const neighbour = chip?.nextElementSibling ?? chip?.previousElementSibling
    // Before the chip with the focus disappears.
    if (neighbour) {
      neighbour.querySelector('button')?.focus()
    } else {
      onEmpty()
    }
    onRemove(option)
  }

  return (
    <ul className={classes.chips} aria-label={label}>
      {chosen.map((option) => (
        <li key={option.value} className={classes.chip}>
          <Picture option={option} sizePx={24} />
          <bdi title={option.label}>{option.label}</bdi>
          {option.note && <span className={classes.chipNote}>{option.note}</span>}
          <button
            type="button"
            aria-label={choosing.remove(option.label)}
            onClick={(event) => remove(option, event)}
          >
            <IconX size={16} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}
