/** The rules of a league as somebody types them. Pure. */
import { LeagueRules, OBJECTION_HOURS } from '@rollcall/contract/leagues'
import { FAIR_GAMES } from '@rollcall/scoring/fair-points'
import type { TieRule } from '@rollcall/scoring/ties'
import { draftOfRows, NEW_ROWS, type RowsDraft, rowRulesOf } from './rows/rows-draft.ts'
import { draftOfTeams, NO_TEAMS, type TeamsDraft, teamRulesOf } from './teams/teams-draft.ts'
import { draftOfTerms, NO_TERMS, type TermsDraft, termsOf } from './terms/terms-draft.ts'

export interface LeagueDraft {
  readonly points: LeagueRules['points']['kind']
  readonly table: string
  readonly fairGames: string
  readonly drops: string
  readonly minimum: string
  readonly ties: readonly TieRule[]
  readonly objections: string
  readonly teams: TeamsDraft
  readonly isShowSealed: boolean
  readonly isForEntrants: boolean
  readonly terms: TermsDraft
  readonly rows: RowsDraft
  /** By event; a missing one is 1. */
  readonly multipliers: Readonly<Record<number, string>>
}

export const NEW_LEAGUE: LeagueDraft = {
  points: 'event',
  table: '25, 18, 15, 12, 10, 8, 6, 4, 2, 1',
  fairGames: String(FAIR_GAMES),
  drops: '0',
  minimum: '0',
  ties: ['best_results', 'wins', 'last_round'],
  objections: String(OBJECTION_HOURS),
  multipliers: {},
  teams: NO_TEAMS,
  isShowSealed: false,
  isForEntrants: false,
  terms: NO_TERMS,
  rows: NEW_ROWS,
}

export const isWrongMultiplier = (times: string) =>
  !LeagueRules.shape.multipliers.safeParse([{ eventId: 1, times: numberIn(times) }]).success

export function draftOf(rules: LeagueRules | null): LeagueDraft {
  if (rules === null) return NEW_LEAGUE
  const { points, drops, minimumRounds, ties, multipliers, objectionHours, teams, rows } = rules
  return {
    points: points.kind,
    table: points.kind === 'places' ? points.table.join(', ') : NEW_LEAGUE.table,
    fairGames: points.kind === 'fair' ? String(points.games) : NEW_LEAGUE.fairGames,
    drops: drops.length === 0 ? '0' : drops.join(', '),
    minimum: String(minimumRounds),
    ties,
    objections: String(objectionHours),
    teams: draftOfTeams(teams ?? null),
    isShowSealed: rules.isShowSealed ?? false,
    isForEntrants: rules.entrants ?? false,
    terms: draftOfTerms(rules),
    rows: draftOfRows(rows ?? null),
    multipliers: Object.fromEntries(
      multipliers.map(({ eventId, times }) => [eventId, String(times)]),
    ),
  }
}

export type WrongField =
  | 'table'
  | 'fairGames'
  | 'drops'
  | 'minimum'
  | 'objections'
  | 'multiplier'
  | 'teams'
  | 'bonuses'
  | 'game'
  | 'rows'

/** The rules, or what is wrong. */
export function rulesOf(
  draft: LeagueDraft,
): { readonly rules: LeagueRules } | { readonly wrong: readonly WrongField[] } {
  const multipliers = Object.entries(draft.multipliers)
    .map(([eventId, times]) => ({ eventId: Number(eventId), times: numberIn(times) }))
    .filter(({ times }) => times !== 1)
  const rows = countsAllChannels(draft) ? null : rowRulesOf(draft.rows)
  const parsed = LeagueRules.safeParse({
    points: pointsOf(draft),
    drops: numbersIn(draft.drops),
    minimumRounds: numberIn(draft.minimum),
    ties: draft.ties,
    multipliers,
    objectionHours: numberIn(draft.objections),
    ...(draft.isShowSealed && { isShowSealed: true }),
    ...(draft.isForEntrants && { entrants: true }),
    ...(draft.teams.hasTeams && { teams: teamRulesOf(draft.teams) }),
    ...termsOf(draft.terms, draft),
    ...(rows !== null && { rows }),
  })
  const lacksGame = draft.ties.includes('named_game') && draft.terms.namedGame === null
  if (parsed.success) return lacksGame ? { wrong: ['game'] } : { rules: parsed.data }
  const fields: Readonly<Record<string, WrongField>> = {
    points: draft.points === 'fair' ? 'fairGames' : 'table',
    drops: 'drops',
    minimumRounds: 'minimum',
    objectionHours: 'objections',
    multipliers: 'multiplier',
    teams: 'teams',
    bonuses: 'bonuses',
    rows: 'rows',
  }
  return {
    wrong: [...new Set(parsed.error.issues.flatMap(({ path }) => fields[String(path[0])] ?? []))],
  }
}

/** Not checked yet: a field without a number is NaN. */
function pointsOf({ points, table, fairGames }: LeagueDraft): LeagueRules['points'] {
  switch (points) {
    case 'event':
      return { kind: points }
    case 'places':
      return { kind: points, table: numbersIn(table) }
    case 'fair':
      return { kind: points, games: numberIn(fairGames) }
  }
}

/** Fair points are of the games on all channels. */
export const countsAllChannels = ({ points, rows }: Pick<LeagueDraft, 'points' | 'rows'>) =>
  points === 'fair' && rows.kind === 'racers'

const numbersIn = (text: string) => text.split(',').map(numberIn)

/** NaN for anything that is no number, also for nothing. */
const numberIn = (text: string) => (text.trim() === '' ? Number.NaN : Number(text.trim()))
