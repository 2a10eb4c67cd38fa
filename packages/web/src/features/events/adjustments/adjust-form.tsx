import { TextInput } from '@mantine/core'
import { adjustEvent } from '@rollcall/contract/events-adjustments'
import {
  ADJUSTMENT_KINDS,
  ADJUSTMENT_REASONS,
  type AdjustmentKind,
  type AdjustmentReason,
} from '@rollcall/scoring/adjustments'
import { fromHundredths, toHundredths } from '@rollcall/scoring/points'
import { type RacerLabel, shownName } from '@rollcall/scoring/racer'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { Sentence } from '#texts/sentence.tsx'
import { Choices } from '#ui/choices.tsx'
import { DialogForm } from '#ui/dialogs.tsx'
import type { FormatPoints } from '#ui/format-number.ts'
import { Notice } from '#ui/notice.tsx'
import type { RankedRacer } from '../board/event-leaderboard-view.ts'
import { adjustableRowsQuery } from '../queries.ts'
import { NoteField } from './note-field.tsx'
import { previewOf } from './preview.ts'
import { RacerPicker } from './racer-picker.tsx'
import { texts } from './texts.ts'

const KINDS = ADJUSTMENT_KINDS.map((value) => ({ label: texts.kinds[value], value }))
const REASONS = ADJUSTMENT_REASONS.map((value) => ({ label: texts.reasons[value], value }))

/** What was chosen, and what it is called afterwards. */
export interface MadeAdjustment {
  readonly id: number
  readonly kind: AdjustmentKind
  readonly points: number | null
  readonly reason: AdjustmentReason
}

interface AdjustFormProps {
  readonly eventId: string
  /** null: it is chosen here. */
  readonly row: RankedRacer | null
  /** The first rows of the board, and how many it has. */
  readonly board: { readonly rows: readonly RankedRacer[]; readonly total: number }
  readonly formatPoints: FormatPoints
  readonly onDone: (racer: RacerLabel, made: MadeAdjustment) => void
  readonly onClose: () => void
}

export function AdjustForm({
  eventId,
  row,
  board,
  formatPoints,
  onDone,
  onClose,
}: AdjustFormProps) {
  const [kind, setKind] = useState<AdjustmentKind | null>(null)
  const [reason, setReason] = useState<AdjustmentReason | null>(null)
  const [typed, setTyped] = useState('')
  const [note, setNote] = useState('')
  const [racer, setRacer] = useState<RacerLabel | null>(row)
  const [problem, setProblem] = useState<string | null>(null)
  const points = kind === 'disqualified' ? null : pointsFrom(typed)
  const saving = useMutation({
    mutationFn: ({ of, ...body }: Omit<MadeAdjustment, 'id'> & { of: RacerLabel }) =>
      callApi(adjustEvent, {
        params: { id: eventId },
        body: { ...body, racer: of.racer_name, note: note.trim() },
      }),
    onSuccess: ({ id }, { of, ...body }) => onDone(of, { ...body, id }),
  })
  const submit = () => {
    if (racer === null) return setProblem(texts.racerMissing)
    if (kind === null || reason === null) return setProblem(texts.missing)
    if (kind !== 'disqualified' && points === null) return setProblem(texts.pointsMissing)
    setProblem(null)
    saving.mutate({ of: racer, kind, points, reason })
  }
  const preview = row && kind && previewOf(row, { kind, points, ...board })
  return (
    <DialogForm
      submitLabel={texts.submit}
      isPending={saving.isPending}
      problem={saving.error && sentenceOf(saving.error)}
      onSubmit={submit}
      onClose={onClose}
    >
      {row === null && (
        <AnyRacer eventId={eventId} chosen={racer?.racer_name ?? null} onChoose={setRacer} />
      )}
      <Choices question={texts.what} options={KINDS} answer={kind} onAnswer={setKind} />
      {kind !== 'disqualified' && (
        <TextInput
          label={texts.points}
          inputMode="decimal"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      <Choices question={texts.reason} options={REASONS} answer={reason} onAnswer={setReason} />
      <NoteField note={note} onNote={setNote} />
      <p role="status">
        {preview && (
          <Sentence
            text={texts.preview(
              texts.placed(row.event_points, row.is_disqualified ? null : row.rank, formatPoints),
              preview === 'disqualified'
                ? texts.disqualified
                : texts.placed(preview.points, preview.rank, formatPoints),
            )}
            parts={{ racer: <bdi>{shownName(row)}</bdi> }}
          />
        )}
      </p>
      {problem !== null && <Notice message={problem} />}
    </DialogForm>
  )
}

interface AnyRacerProps {
  readonly eventId: string
  /** A `racer_name`; null: none yet. */
  readonly chosen: string | null
  readonly onChoose: (racer: RacerLabel | null) => void
}

function AnyRacer({ eventId, chosen, onChoose }: AnyRacerProps) {
  const [search, setSearch] = useState('')
  const { data, error } = useQuery({
    ...adjustableRowsQuery(eventId, search),
    enabled: search !== '',
  })
  return (
    <RacerPicker
      {...{ search, error, chosen, onChoose, nameOf, nobody: texts.nobody }}
      onSearch={setSearch}
      found={data?.rows}
      keyOf={({ racer_name }) => racer_name}
    />
  )
}

/** Two racers may be shown under one name. */
const nameOf = (racer: RacerLabel) =>
  shownName(racer) === racer.racer_name
    ? racer.racer_name
    : `${shownName(racer)} (${racer.racer_name})`

/** null unless it is above 0, with up to two decimals. */
function pointsFrom(typed: string): number | null {
  const text = typed.trim().replace(',', '.')
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(text)) return null
  const points = fromHundredths(toHundredths(Number(text)))
  return points > 0 ? points : null
}
