/** What a round prescribes, as somebody types it. Pure. */
import { MAX_PRESCRIBED_GAMES, type Prescription } from '@rollcall/contract/leagues-prescribed'

export interface PrescriptionDraft {
  readonly isPrescribed: boolean
  readonly mode: Prescription['mode']
  readonly map: string
  readonly creator: string
  readonly session: string
  readonly from: string
  readonly until: string
  /** null: all. */
  readonly which: NonNullable<Prescription['games']>['which'] | null
  readonly count: string
}

export function draftOf(prescription: Prescription | null): PrescriptionDraft {
  const { mode, map, sessionType, hours, games } = prescription ?? NOTHING
  return {
    isPrescribed: prescription !== null,
    mode,
    map: map?.name ?? '',
    creator: map?.creator ?? '',
    session: sessionType ?? '',
    from: hours === null ? '' : String(hours.from),
    until: hours === null ? '' : String(hours.until),
    which: games?.which ?? null,
    count: String(games?.count ?? 3),
  }
}

const NOTHING: Prescription = {
  mode: 'race',
  ...{ map: null, sessionType: null, hours: null, games: null },
}

export type WrongField = 'hours' | 'count'

/** null: nothing is prescribed. */
export function prescriptionOf(
  draft: PrescriptionDraft,
): { prescription: Prescription | null } | { wrong: WrongField } {
  if (!draft.isPrescribed) return { prescription: null }
  const hours = hoursOf(draft)
  if (hours === undefined) return { wrong: 'hours' }
  const count = wholeOf(draft.count)
  if (draft.which !== null && (count === null || count < 1 || count > MAX_PRESCRIBED_GAMES)) {
    return { wrong: 'count' }
  }
  const [map, creator, session] = [draft.map.trim(), draft.creator.trim(), draft.session.trim()]
  return {
    prescription: {
      mode: draft.mode,
      map: map === '' ? null : { name: map, creator: creator || null },
      sessionType: session || null,
      hours,
      games: draft.which === null || count === null ? null : { which: draft.which, count },
    },
  }
}

/** undefined: they cannot be hours. */
function hoursOf({ from, until }: PrescriptionDraft): Prescription['hours'] | undefined {
  if (from.trim() === '' && until.trim() === '') return null
  const [first, last] = [wholeOf(from), wholeOf(until)]
  return first === null || last === null || first >= last || last > 24
    ? undefined
    : { from: first, until: last }
}

const wholeOf = (text: string): number | null =>
  /^\d{1,3}$/.test(text.trim()) ? Number(text.trim()) : null
