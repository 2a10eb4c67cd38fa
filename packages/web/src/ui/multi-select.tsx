import '@mantine/core/styles/Loader.layer.css'
import { Loader, TextInput, VisuallyHidden } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconCheck, IconX } from '@tabler/icons-react'
import { type MouseEvent, type ReactNode, useRef } from 'react'
import { Quiet, Row, Stack } from '#ui/layout/layout.tsx'
import { afterPress } from './after-press.ts'
import classes from './multi-select.module.css'
import { type Option, optionsLike, toggleOption } from './multi-select-state.ts'
import { ProfileImage } from './person.tsx'
import { texts } from './texts.ts'
import { useCombobox } from './use-combobox.ts'

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
  const input = useRef<HTMLInputElement>(null)
  const searchSoon = useDebouncedCallback(onSearch, SEARCH_DEBOUNCE_MS)
  const { listId, text, isOpen, activeId, type, close, field } = useCombobox({
    onText: (typed) => searchSoon(typed.trim()),
    onBackspace: () => onChange(chosen.slice(0, -1)),
  })
  const isBusy = props.isBusy || text.trim() !== search
  const shown = optionsLike(options ?? [], text)

  function choose(option: Option): void {
    onChange(toggleOption(chosen, option))
    if (text !== '') {
      type('')
    }
  }

  return (
    <Stack gap="xs">
      <div>
        <TextInput
          ref={input}
          name={props.name}
          error={props.error}
          label={label}
          placeholder={placeholder}
          role="combobox"
          {...field}
          maxLength={props.maxSearchLength}
          rightSection={isOpen && isBusy && <Loader size={18} aria-hidden />}
          onBlur={() => afterPress(close)}
        />
        {isOpen && (
          <MultiSelectList
            id={listId}
            label={label}
            options={shown}
            chosen={chosen}
            activeId={activeId}
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
    </Stack>
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
  readonly activeId: string | null
  readonly onChoose: (option: Option) => void
  readonly message: string | undefined
}

/** The list of a combobox: the focus stays in its input, which names the active option. */
function MultiSelectList(props: MultiSelectListProps) {
  const { id, label, options, chosen, activeId, onChoose, message } = props
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
          <Row
            wrap={false}
            gap="xs"
            key={option.value}
            id={`${id}-${option.value}`}
            className={classes.option}
            role="option"
            tabIndex={-1}
            aria-selected={chosenValues.has(option.value)}
            data-active={activeId === `${id}-${option.value}` || undefined}
            onClick={() => onChoose(option)}
          >
            <IconCheck className={classes.check} size={18} aria-hidden />
            <Picture option={option} sizePx={28} />
            <bdi>{option.label}</bdi>
            {option.otherName && <bdi className={classes.otherName}>{option.otherName}</bdi>}
          </Row>
        ))}
      </div>
      {message && <Quiet className={classes.note}>{message}</Quiet>}
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
    <Row as="ul" gap="xs" align="stretch" className={classes.chips} aria-label={label}>
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
    </Row>
  )
}
