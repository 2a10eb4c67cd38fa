import { MAX_SEARCH_LENGTH } from '@rollcall/contract/endpoint'
import { sentenceOf } from '#api/api-error.ts'
import { Choices } from '#ui/choices.tsx'
import { Stack } from '#ui/layout/layout.tsx'
import { LookupField } from '#ui/lookup-field.tsx'
import { Notice } from '#ui/notice.tsx'
import { useSettledText } from '#ui/use-settled-text.ts'
import { texts } from './texts.ts'

const SEARCH_DELAY_MS = 250
const MOST_LISTED = 6

interface RacerPickerProps<Row> {
  readonly search: string
  readonly onSearch: (search: string) => void
  /** Those whom the search names; undefined: not loaded yet. */
  readonly found: readonly Row[] | undefined
  readonly error: Error | null
  /** The key of a row; null: none yet. */
  readonly chosen: string | null
  /** null: another search has begun. */
  readonly onChoose: (row: Row | null) => void
  readonly nameOf: (row: Row) => string
  readonly keyOf: (row: Row) => string
  readonly nobody: (search: string) => string
}

/** Finds a row by its name, so that nobody has to uncover the board first. */
export function RacerPicker<Row>(props: RacerPickerProps<Row>) {
  const { search, onSearch, error, chosen, onChoose, nameOf, keyOf } = props
  const settled = { value: search, delayMs: SEARCH_DELAY_MS, onSettle: onSearch }
  const { text, setText } = useSettledText(settled)
  const found = search === '' ? [] : (props.found?.slice(0, MOST_LISTED) ?? [])
  return (
    <Stack gap="xs">
      <LookupField
        label={texts.racer}
        what={texts.racerInWords}
        maxLength={MAX_SEARCH_LENGTH}
        text={text}
        onText={(typed) => {
          setText(typed)
          // What is no longer on screen must not be adjusted.
          onChoose(null)
        }}
      />
      {error && <Notice message={sentenceOf(error)} />}
      {found.length > 0 && (
        <Choices
          question={texts.which}
          options={found.map((row) => ({ label: nameOf(row), value: keyOf(row) }))}
          answer={chosen}
          onAnswer={(key) => {
            const row = found.find((each) => keyOf(each) === key)
            if (row) onChoose(row)
          }}
        />
      )}
      <p role="status">{search !== '' && props.found?.length === 0 && props.nobody(search)}</p>
    </Stack>
  )
}
