import type { LeagueRow } from '@rollcall/contract/leagues'
import { ADJUSTMENT_REASONS, type AdjustmentReason } from '@rollcall/scoring/adjustments'
import { ordinal } from '@rollcall/scoring/explanation'
import { shownName } from '@rollcall/scoring/racer'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { Choices } from '#ui/choices.tsx'
import { DialogForm } from '#ui/dialogs.tsx'
import { Notice } from '#ui/notice.tsx'
import { NoteField } from '../../adjustments/note-field.tsx'
import { RacerPicker } from '../../adjustments/racer-picker.tsx'
import { texts as words } from '../../adjustments/texts.ts'
import { leagueQuery } from '../queries.ts'
import { texts } from './texts.ts'

const REASONS = ADJUSTMENT_REASONS.map((value) => ({ label: words.reasons[value], value }))

export interface Chosen {
  readonly row: LeagueRow
  readonly reason: AdjustmentReason
  readonly note: string
}

interface DisqualifyFormProps {
  /** The series. */
  readonly id: string
  readonly onDisqualify: (chosen: Chosen) => Promise<void>
  readonly onClose: () => void
}

/** Asks who is disqualified from the league, and why. */
export function DisqualifyForm({ id, onDisqualify, onClose }: DisqualifyFormProps) {
  const [search, setSearch] = useState('')
  const [row, setRow] = useState<LeagueRow | null>(null)
  const [reason, setReason] = useState<AdjustmentReason | null>(null)
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const found = useQuery({ ...leagueQuery(id, { page: 1, search }), enabled: search !== '' })
  const saving = useMutation({ mutationFn: onDisqualify, onSuccess: onClose })
  const submit = () => {
    if (row === null) return setProblem(texts.racerMissing)
    if (reason === null) return setProblem(texts.reasonMissing)
    setProblem(null)
    saving.mutate({ row, reason, note: note.trim() })
  }
  return (
    <DialogForm
      submitLabel={texts.submit}
      isPending={saving.isPending}
      problem={saving.error && sentenceOf(saving.error)}
      onSubmit={submit}
      onClose={onClose}
    >
      <RacerPicker
        search={search}
        onSearch={setSearch}
        found={found.data && 'rows' in found.data ? found.data.rows : undefined}
        error={found.error}
        chosen={row?.id ?? null}
        onChoose={setRow}
        nameOf={(each) =>
          texts.ranked(shownName(each), each.rank === null ? null : ordinal(each.rank))
        }
        keyOf={(each) => each.id}
        nobody={texts.nobody}
      />
      <Choices question={words.reason} options={REASONS} answer={reason} onAnswer={setReason} />
      <NoteField note={note} onNote={setNote} />
      {problem !== null && <Notice message={problem} />}
    </DialogForm>
  )
}
