import { MAX_SEARCH_LENGTH } from '@rollcall/contract/endpoint'
import { type RacerLabel, shownName } from '@rollcall/scoring/racer'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { Choices } from '#ui/choices.tsx'
import { Stack } from '#ui/layout/layout.tsx'
import { LookupField } from '#ui/lookup-field.tsx'
import { Notice } from '#ui/notice.tsx'
import { useSettledText } from '#ui/use-settled-text.ts'
import { adjustableRowsQuery } from '../queries.ts'
import { texts } from './texts.ts'

const SEARCH_DELAY_MS = 250
const MOST_LISTED = 6

interface RacerPickerProps {
  readonly eventId: string
  /** A `racer_name`; null: none yet. */
  readonly chosen: string | null
  /** null: another search has begun. */
  readonly onChoose: (racer: RacerLabel | null) => void
}

/** Finds a row by its name, so that nobody has to uncover the board first. */
export function RacerPicker({ eventId, chosen, onChoose }: RacerPickerProps) {
  const [search, setSearch] = useState('')
  const settled = { value: search, delayMs: SEARCH_DELAY_MS, onSettle: setSearch }
  const { text, setText } = useSettledText(settled)
  const { data, error } = useQuery({
    ...adjustableRowsQuery(eventId, search),
    enabled: search !== '',
  })
  const found = search === '' ? [] : (data?.rows.slice(0, MOST_LISTED) ?? [])
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
          options={found.map((racer) => ({ label: nameOf(racer), value: racer.racer_name }))}
          answer={chosen}
          onAnswer={(name) => {
            const racer = found.find(({ racer_name }) => racer_name === name)
            if (racer) onChoose(racer)
          }}
        />
      )}
      <p role="status">{search !== '' && data?.rows.length === 0 && texts.nobody(search)}</p>
    </Stack>
  )
}

/** Two racers may be shown under one name. */
const nameOf = (racer: RacerLabel) =>
  shownName(racer) === racer.racer_name
    ? racer.racer_name
    : `${shownName(racer)} (${racer.racer_name})`
