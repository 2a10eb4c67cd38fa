/** Bonuses and the like of a league, as somebody types them. Pure. */
import type { BonusTerm, NamedGame } from '@rollcall/contract/league-terms'
import type { LeagueRules } from '@rollcall/contract/leagues'
import { BONUS_RULES, type BonusRule } from '@rollcall/scoring/bonus'
import type { TieRule } from '@rollcall/scoring/ties'
import { texts } from './texts.ts'

export interface BonusDraft {
  /** Stays while the others change. */
  readonly key: number
  readonly name: string
  readonly points: string
  readonly by: BonusRule
}

export interface TermsDraft {
  readonly bonuses: readonly BonusDraft[]
  readonly keepsParticipation: boolean
  readonly namedGame: NamedGame | null
}

export const NO_TERMS: TermsDraft = { bonuses: [], keepsParticipation: false, namedGame: null }

export function draftOfTerms({ bonuses, keepsParticipation, namedGame }: LeagueRules): TermsDraft {
  return {
    bonuses: (bonuses ?? []).map((bonus, key) => ({
      ...{ key, name: bonus.name, by: bonus.by },
      points: String(bonus.points),
    })),
    keepsParticipation: keepsParticipation ?? false,
    namedGame: namedGame ?? null,
  }
}

/** With what no bonus gives yet. */
export function withBonus(bonuses: readonly BonusDraft[]): BonusDraft[] {
  const by = BONUS_RULES.find((rule) => bonuses.every((each) => each.by !== rule)) ?? 'hand'
  const isTaken = (name: string) => bonuses.some((each) => each.name === name)
  const base = texts.form.names[by]
  let name = base
  for (let number = 2; isTaken(name); number += 1) name = `${base} ${number}`
  const key = 1 + Math.max(-1, ...bonuses.map((each) => each.key))
  return [...bonuses, { key, name, points: '1', by }]
}

/** What is used of it, not checked yet: a field without a number is NaN. */
export function termsOf(
  { bonuses, keepsParticipation, namedGame }: TermsDraft,
  { points, ties }: { points: LeagueRules['points']['kind']; ties: readonly TieRule[] },
): Partial<LeagueRules> {
  return {
    ...(bonuses.length > 0 && { bonuses: bonuses.map(toBonus) }),
    ...(keepsParticipation && points === 'event' && { keepsParticipation }),
    ...(namedGame !== null && ties.includes('named_game') && { namedGame }),
  }
}

const toBonus = ({ name, points, by }: BonusDraft): BonusTerm => ({
  ...{ name: name.trim(), by },
  points: points.trim() === '' ? Number.NaN : Number(points.trim().replace(',', '.')),
})
