/** How the teams of a league are added up, and what they may look like. docs/scoring.md, Teams */
import * as z from 'zod/mini'

export const MAX_TEAM_SIZE = 100
/** The most teams of a league. */
export const MAX_TEAMS = 100
export const MAX_TEAM_NAME_LENGTH = 60

const members = z.int().check(z.gte(1), z.lte(MAX_TEAM_SIZE))

export const TeamRules = z
  .strictObject({
    /** How many of a team's members count in a round, the best ones; null: all who raced. */
    best: z.nullable(members),
    /** A team that has fewer members when a round opens does not race in it. */
    minSize: z._default(members, 1),
    /** How many may be in a team. */
    maxSize: z._default(members, MAX_TEAM_SIZE),
  })
  .check(
    z.refine(({ minSize, maxSize }) => minSize <= maxSize, {
      error: 'The most members are not fewer than the fewest.',
      path: ['maxSize'],
    }),
  )
export type TeamRules = z.infer<typeof TeamRules>

/** Each has a hue of its own, because a marble's glass has the hue of its team. */
export const TEAM_COLORS = {
  red: 'E03131FF',
  orange: 'F76707FF',
  yellow: 'F5C518FF',
  lime: '82C91EFF',
  green: '2F9E44FF',
  teal: '0CA693FF',
  sky: '15AABFFF',
  blue: '1C7ED6FF',
  violet: '7048E8FF',
  pink: 'D6336CFF',
} as const
export type TeamColor = keyof typeof TEAM_COLORS
export const TEAM_COLOR_NAMES = Object.keys(TEAM_COLORS) as [TeamColor, ...TeamColor[]]
