/** What a league's rules add to the points of a round, and the game that decides between equal totals. */
import { BONUS_RULES } from '@rollcall/scoring/bonus'
import { foldName } from '@rollcall/scoring/names'
import { fromHundredths, toHundredths } from '@rollcall/scoring/points'
import * as z from 'zod/mini'
import { id } from './endpoint.ts'

/** Of a league. */
export const MAX_BONUSES = 10
export const MAX_BONUS_NAME_LENGTH = 40
const MAX_BONUS_POINTS = 1_000_000

/** Adjustments that give a bonus by hand have its name. */
export const bonusName = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(MAX_BONUS_NAME_LENGTH))

export const BonusTerm = z.strictObject({
  name: bonusName,
  points: z.number().check(
    z.gte(-MAX_BONUS_POINTS),
    z.lte(MAX_BONUS_POINTS),
    z.refine<number>((number) => fromHundredths(toHundredths(number)) === number),
  ),
  by: z.enum(BONUS_RULES),
})
export type BonusTerm = z.infer<typeof BonusTerm>

/** A game of a round. */
export const NamedGame = z.strictObject({
  eventId: id,
  gameId: id,
  /** When it ended. */
  finishedAt: z.iso.datetime(),
})
export type NamedGame = z.infer<typeof NamedGame>

/** These fields of a league's rules. */
export const leagueTerms = {
  bonuses: z.optional(
    z.array(BonusTerm).check(
      z.maxLength(MAX_BONUSES),
      z.refine(
        (bonuses) => new Set(bonuses.map(({ name }) => foldName(name))).size === bonuses.length,
        { error: 'Each bonus has a name of its own.' },
      ),
    ),
  ),
  /** Whether participation points count although a result is dropped. Points for places have none. */
  keepsParticipation: z.optional(z.boolean()),
  /** What the rule 'named_game' compares; `setLeagueRules` asks for it. */
  namedGame: z.optional(NamedGame),
} as const

/** What a cell of a table has beside its points. */
export const cellTerms = {
  /** What the rules add after the multiplier. */
  bonus: z.number(),
  /** The part of the value that counts although the result is dropped. */
  kept: z.number(),
} as const
