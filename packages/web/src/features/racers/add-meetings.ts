import type { Meetings } from './queries.ts'

type Counts = Pick<Meetings, 'games' | 'ahead' | 'behind'>

interface Group extends Counts {
  readonly key: string
  /** One of the meetings; it has what all of them share. */
  readonly first: Meetings
}

/** The meetings of each group together, in the order in which the groups first appear. Pure. */
export function addMeetings(
  meetings: readonly Meetings[],
  keyOf: (each: Meetings) => string,
): Group[] {
  const groups = new Map<string, Group>()
  for (const each of meetings) {
    const key = keyOf(each)
    const { first, ...sum } = groups.get(key) ?? { first: each, ...NONE }
    groups.set(key, { key, first, ...sumOf([sum, each]) })
  }
  return [...groups.values()]
}

const NONE = { games: 0, ahead: 0, behind: 0 }

export function sumOf(meetings: readonly Counts[]): Counts {
  return meetings.reduce(
    (sum, { games, ahead, behind }) => ({
      games: sum.games + games,
      ahead: sum.ahead + ahead,
      behind: sum.behind + behind,
    }),
    NONE,
  )
}
