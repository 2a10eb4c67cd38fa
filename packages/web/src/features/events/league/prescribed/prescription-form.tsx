import { NativeSelect, TextInput } from '@mantine/core'
import type { Round } from '@rollcall/contract/leagues'
import { MAX_PRESCRIBED_GAMES, prescribeRound } from '@rollcall/contract/leagues-prescribed'
import { GAME_MODES } from '@rollcall/scoring/games'
import { GAME_CHOICES } from '@rollcall/scoring/prescription'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { answersAbout } from '#api/query-keys.ts'
import { Choices } from '#ui/choices.tsx'
import { DialogForm } from '#ui/dialogs.tsx'
import { Quiet, Stack } from '#ui/layout/layout.tsx'
import {
  draftOf,
  type PrescriptionDraft,
  prescriptionOf,
  type WrongField,
} from './prescription-draft.ts'
import { prescriptionInWords } from './prescription-in-words.ts'
import { texts } from './texts.ts'

const { form: words } = texts

interface PrescriptionFormProps {
  /** The series. */
  readonly id: string
  readonly round: Round
  readonly onClose: () => void
}

/** Which games count in a round, and what that means in words. */
export function PrescriptionForm({ id, round, onClose }: PrescriptionFormProps) {
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState(() => ({
    ...draftOf(round.prescription),
    isPrescribed: true,
  }))
  const made = prescriptionOf(draft)
  const [wrong, setWrong] = useState<WrongField | null>(null)
  const save = useMutation({
    mutationFn: async () => {
      if ('wrong' in made) return
      const params = { id, eventId: String(round.eventId) }
      await callApi(prescribeRound, { params, body: { prescription: made.prescription } })
      await queryClient.invalidateQueries({ queryKey: answersAbout('events') })
    },
    onSuccess: onClose,
  })
  return (
    <DialogForm
      submitLabel={words.save}
      closeLabel={words.cancel}
      isPending={save.isPending}
      problem={save.error && sentenceOf(save.error)}
      onSubmit={() => {
        setWrong('wrong' in made ? made.wrong : null)
        if (!('wrong' in made)) save.mutate()
      }}
      onClose={onClose}
    >
      <Choices
        question={words.question}
        options={[
          { label: words.ranked, value: false },
          { label: words.prescribed, value: true },
        ]}
        answer={draft.isPrescribed}
        onAnswer={(isPrescribed) => setDraft({ ...draft, isPrescribed })}
      />
      {draft.isPrescribed && (
        <Fields draft={draft} wrong={wrong} onChange={(part) => setDraft({ ...draft, ...part })} />
      )}
      {'prescription' in made && made.prescription && (
        <p>{prescriptionInWords(made.prescription)}</p>
      )}
      {round.state === 'final' && <Quiet>{words.finalHint}</Quiet>}
    </DialogForm>
  )
}

interface FieldsProps {
  readonly draft: PrescriptionDraft
  readonly wrong: WrongField | null
  readonly onChange: (part: Partial<PrescriptionDraft>) => void
}

function Fields({ draft, wrong, onChange }: FieldsProps) {
  const field = (name: 'map' | 'creator' | 'session' | 'from' | 'until' | 'count') => ({
    value: draft[name],
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      onChange({ [name]: currentTarget.value }),
  })
  const hoursError = wrong === 'hours' && words.wrong.hours
  return (
    <Stack gap="sm">
      <NativeSelect
        label={words.mode}
        value={draft.mode}
        data={GAME_MODES.map((mode) => ({ value: mode, label: words.modes[mode] }))}
        onChange={({ currentTarget }) =>
          onChange({ mode: GAME_MODES.find((mode) => mode === currentTarget.value) ?? draft.mode })
        }
      />
      <Stack columns="14rem" gap="sm">
        <TextInput label={words.map} description={words.mapHint} {...field('map')} />
        <TextInput
          label={words.creator}
          description={words.creatorHint}
          disabled={draft.map.trim() === ''}
          {...field('creator')}
        />
      </Stack>
      <TextInput label={words.session} description={words.sessionHint} {...field('session')} />
      <Stack columns="9rem" gap="sm">
        <TextInput label={words.from} inputMode="numeric" error={hoursError} {...field('from')} />
        <TextInput
          label={words.until}
          inputMode="numeric"
          error={hoursError !== false}
          {...field('until')}
        />
      </Stack>
      <Quiet size="xs">{words.hoursHint}</Quiet>
      <Choices
        question={words.which}
        options={[
          { label: words.all, value: null },
          ...GAME_CHOICES.map((which) => ({ label: words.choices[which], value: which })),
        ]}
        answer={draft.which}
        onAnswer={(which) => onChange({ which })}
      />
      {draft.which !== null && (
        <TextInput
          label={words.count}
          inputMode="numeric"
          error={wrong === 'count' && words.wrong.count(MAX_PRESCRIBED_GAMES)}
          {...field('count')}
        />
      )}
    </Stack>
  )
}
