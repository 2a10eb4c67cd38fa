import { Loader, TextInput, VisuallyHidden } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { type ReactNode, useId, useRef, useState } from 'react'
import { ChipList } from './chip-list.tsx'
import classes from './multi-select.module.css'
import { keyStep } from './multi-select-keys.ts'
import { MultiSelectList } from './multi-select-list.tsx'
import { type Option, optionsLike, toggled } from './multi-select-options.ts'

const SEARCH_DEBOUNCE_MS = 200

interface MultiSelectProps {
  readonly label: string
  readonly placeholder: string
  readonly chosen: readonly Option[]
  readonly onChange: (chosen: readonly Option[]) => void
  /** What was found for the last search; undefined: nothing yet. */
  readonly options: readonly Option[] | undefined
  /** What the options were searched for. */
  readonly search: string
  /** Comes once typing has paused. */
  readonly onSearch: (search: string) => void
  readonly isBusy: boolean
  /** Under the options, such as that there are more of them. */
  readonly note?: string | undefined
  /** Beside the field, such as that the search failed. */
  readonly children?: ReactNode
}

/** A field to choose several from a list too long to show: a combobox, and what was chosen as chips. */
export function MultiSelect(props: MultiSelectProps) {
  const { label, placeholder, chosen, onChange, options, search, onSearch, note, children } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  /** The option the arrow keys have come to; by value, since the list changes under it. */
  const [activeValue, setActiveValue] = useState<number | null>(null)
  const searchSoon = useDebouncedCallback(onSearch, SEARCH_DEBOUNCE_MS)
  const isBusy = props.isBusy || text.trim() !== search

  const shown = optionsLike(options ?? [], text)
  const activeIndex = shown.findIndex(({ value }) => value === activeValue)
  const active = isOpen ? shown[activeIndex] : undefined
  const idOf = (option: Option) => `${id}-${option.value}`

  function type(typed: string): void {
    setText(typed)
    searchSoon(typed.trim())
  }

  function choose(option: Option): void {
    onChange(toggled(chosen, option))
    if (text !== '') type('')
  }

  function open(): void {
    setIsOpen(true)
    setActiveValue(null)
  }

  return (
    <div className={classes.field}>
      <div className={classes.anchor}>
        <TextInput
          ref={input}
          label={label}
          placeholder={placeholder}
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}-list` : undefined}
          aria-autocomplete="list"
          aria-activedescendant={active && idOf(active)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          rightSection={isOpen && isBusy && <Loader size={18} aria-hidden />}
          value={text}
          onChange={({ currentTarget }) => {
            open()
            type(currentTarget.value)
          }}
          onClick={open}
          onBlur={() => setIsOpen(false)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return
            const step = keyStep(event, { isOpen, text, activeIndex, count: shown.length })
            if (step === null) return
            if (step.isHandled) event.preventDefault()
            if (step.isOpen !== undefined) setIsOpen(step.isOpen)
            if (step.activeIndex !== undefined)
              setActiveValue(shown[step.activeIndex]?.value ?? null)
            if (step.isChosen && active) choose(active)
            if (step.isLastRemoved) onChange(chosen.slice(0, -1))
          }}
        />
        {isOpen && (
          <MultiSelectList
            id={`${id}-list`}
            label={label}
            options={shown}
            chosen={chosen}
            active={active}
            idOf={idOf}
            onChoose={choose}
            message={shown.length > 0 ? note : isBusy ? 'Loading...' : 'Nothing found.'}
          />
        )}
      </div>
      <VisuallyHidden role="status">
        {isOpen && (isBusy ? 'Loading...' : `${shown.length} found.`)}
      </VisuallyHidden>
      {children}
      <ChipList
        label={`Chosen: ${label}`}
        chosen={chosen}
        onRemove={(option) => onChange(toggled(chosen, option))}
        onEmpty={() => input.current?.focus()}
      />
    </div>
  )
}
