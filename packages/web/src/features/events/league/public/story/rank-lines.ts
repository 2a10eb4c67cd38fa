/** Where the lines of a table's first rows run, from round to round. Pure. */
import type { LeagueStory } from '@rollcall/contract/leagues-story'

/** Lines that have the same one have different colours. */
const DASHES = ['none', '9 5', '1 6', '14 4 1 4', '4 4'] as const

export interface RankLine {
  /** In a box of 100 wide, and of 1 high for each level; pieces with a gap where there is no rank. */
  readonly path: string
  readonly dots: readonly { readonly x: number; readonly y: number }[]
  readonly dash: string
}

type Lines = Pick<LeagueStory, 'lines'>['lines']

/**
 * One level for each line and, if some line was ever below them all, another one for that. At the end each line is at
 * the level of its name, so that names with one rank do not cover each other.
 */
export function rankLines(lines: Lines): { levels: number; drawn: readonly RankLine[] } {
  const last = lines.length
  const isBelow = (rank: number | null) => rank !== null && rank > last
  const hasBelow = lines.some(({ after }) =>
    after.slice(0, -1).some((each) => isBelow(each?.rank ?? null)),
  )
  const drawn = lines.map(({ after }, index) => {
    const dots = after.map((standing, round) => {
      const rank = standing?.rank ?? null
      if (rank === null) return null
      const level = round === after.length - 1 ? index : Math.min(rank - 1, last)
      return { x: after.length === 1 ? 100 : (round / (after.length - 1)) * 100, y: level + 0.5 }
    })
    return {
      path: dots
        .map((dot, at) => dot && `${dots[at - 1] ? 'L' : 'M'}${dot.x.toFixed(2)} ${dot.y}`)
        .filter((piece) => piece !== null)
        .join(''),
      dots: dots.filter((dot) => dot !== null),
      dash: DASHES[index % DASHES.length] ?? 'none',
    }
  })
  return { levels: last + (hasBelow ? 1 : 0), drawn }
}
