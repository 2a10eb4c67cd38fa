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
import { Quiet } from '#ui/layout/layout.tsx'
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
  readonly bonus?: string | undefined
}

interface AdjustFormProps {
  readonly eventId: string
  /** Those that the event's league gives by hand. */
  readonly bonuses: readonly string[]
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
  bonuses,
  row,
  board,
  formatPoints,
  onDone,
  onClose,
}: AdjustFormProps) {
  const { kind, bonus, question } = useWhat(bonuses)
  const [reason, setReason] = useState<AdjustmentReason | null>(null)
  const [typed, setTyped] = useState('')
  const [note, setNote] = useState('')
  const [racer, setRacer] = useState<RacerLabel | null>(row)
  const [problem, setProblem] = useState<string | null>(null)
  const hasPoints = kind !== 'disqualified' && bonus === undefined
  const points = hasPoints ? pointsFrom(typed) : null
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
    // The name of a bonus says why.
    const why = bonus === undefined ? reason : 'other'
    if (kind === null || why === null) return setProblem(texts.missing)
    if (hasPoints && points === null) return setProblem(texts.pointsMissing)
    setProblem(null)
    saving.mutate({ of: racer, kind, points, reason: why, bonus })
  }
  const preview = bonus === undefined && row && kind && previewOf(row, { kind, points, ...board })
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
      <Choices {...question} />
      {bonus !== undefined && <Quiet>{texts.ofLeagueHint}</Quiet>}
      {hasPoints && (
        <TextInput
          label={texts.points}
          inputMode="decimal"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      {bonus === undefined && (
        <Choices question={texts.reason} options={REASONS} answer={reason} onAnswer={setReason} />
      )}
      <NoteField note={note} onNote={setNote} />
      <Preview row={row} preview={preview || null} formatPoints={formatPoints} />
      {problem !== null && <Notice message={problem} />}
    </DialogForm>
  )
}

type What = AdjustmentKind | { readonly bonus: string }

/** What happens: one of the kinds, or a bonus of the league. */
function useWhat(bonuses: readonly string[]) {
  const [answer, onAnswer] = useState<What>('penalty')
  const [options] = useState(() => [
    ...KINDS,
    ...bonuses.map((name) => ({ label: texts.ofLeague(name), value: { bonus: name } })),
  ])
  const isOfLeague = typeof answer === 'object'
  return {
    kind: isOfLeague ? ('bonus' as const) : answer,
    bonus: isOfLeague ? answer.bonus : undefined,
    question: { question: texts.what, options, answer, onAnswer },
  }
}

interface PreviewProps extends Pick<AdjustFormProps, 'row' | 'formatPoints'> {
  readonly preview: ReturnType<typeof previewOf>
}

function Preview({ row, preview, formatPoints }: PreviewProps) {
  return (
    <p role="status">
      {row && preview && (
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
