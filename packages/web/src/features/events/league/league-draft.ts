/** The rules of a league as somebody types them. Pure. */
import { LeagueRules, OBJECTION_HOURS } from '@rollcall/contract/leagues'
import type { TieRule } from '@rollcall/scoring/ties'
import { draftOfRows, NEW_ROWS, type RowsDraft, rowRulesOf } from './rows/rows-draft.ts'
import { draftOfTeams, NO_TEAMS, type TeamsDraft, teamRulesOf } from './teams/teams-draft.ts'

export interface LeagueDraft {
  readonly isForPlaces: boolean
  readonly table: string
  readonly drops: string
  readonly minimum: string
  readonly ties: readonly TieRule[]
  readonly objections: string
  readonly teams: TeamsDraft
  readonly rows: RowsDraft
  /** By event; a missing one is 1. */
  readonly multipliers: Readonly<Record<number, string>>
}

export const NEW_LEAGUE: LeagueDraft = {
  isForPlaces: false,
  table: '25, 18, 15, 12, 10, 8, 6, 4, 2, 1',
  drops: '0',
  minimum: '0',
  ties: ['best_results', 'wins', 'last_round'],
  objections: String(OBJECTION_HOURS),
  multipliers: {},
  teams: NO_TEAMS,
  rows: NEW_ROWS,
}

export const isWrongMultiplier = (times: string) =>
  !LeagueRules.shape.multipliers.safeParse([{ eventId: 1, times: numberIn(times) }]).success

export function draftOf(rules: LeagueRules | null): LeagueDraft {
  if (rules === null) return NEW_LEAGUE
  const { points, drops, minimumRounds, ties, multipliers, objectionHours, teams, rows } = rules
  return {
    isForPlaces: points.kind === 'places',
    table: points.kind === 'places' ? points.table.join(', ') : NEW_LEAGUE.table,
    drops: drops.length === 0 ? '0' : drops.join(', '),
    minimum: String(minimumRounds),
    ties,
    objections: String(objectionHours),
    teams: draftOfTeams(teams ?? null),
    rows: draftOfRows(rows ?? null),
    multipliers: Object.fromEntries(
      multipliers.map(({ eventId, times }) => [eventId, String(times)]),
    ),
  }
}

export type WrongField =
  | 'table'
  | 'drops'
  | 'minimum'
  | 'objections'
  | 'multiplier'
  | 'teams'
  | 'rows'

/** The rules, or what is wrong. */
export function rulesOf(
  draft: LeagueDraft,
): { readonly rules: LeagueRules } | { readonly wrong: readonly WrongField[] } {
  const table = numbersIn(draft.table)
  const multipliers = Object.entries(draft.multipliers)
    .map(([eventId, times]) => ({ eventId: Number(eventId), times: numberIn(times) }))
    .filter(({ times }) => times !== 1)
  const rows = rowRulesOf(draft.rows)
  const parsed = LeagueRules.safeParse({
    points: draft.isForPlaces ? { kind: 'places', table } : { kind: 'event' },
    drops: numbersIn(draft.drops),
    minimumRounds: numberIn(draft.minimum),
    ties: draft.ties,
    multipliers,
    objectionHours: numberIn(draft.objections),
    ...(draft.teams.hasTeams && { teams: teamRulesOf(draft.teams) }),
    ...(rows !== null && { rows }),
  })
  if (parsed.success) return { rules: parsed.data }
  const fields: Readonly<Record<string, WrongField>> = {
    points: 'table',
    drops: 'drops',
    minimumRounds: 'minimum',
    objectionHours: 'objections',
    multipliers: 'multiplier',
    teams: 'teams',
    rows: 'rows',
  }
  return {
    wrong: [...new Set(parsed.error.issues.flatMap(({ path }) => fields[String(path[0])] ?? []))],
  }
}

const numbersIn = (text: string) => text.split(',').map(numberIn)

/** NaN for anything that is no number, also for nothing. */
const numberIn = (text: string) => (text.trim() === '' ? Number.NaN : Number(text.trim()))
