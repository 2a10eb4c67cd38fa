import { ordinal } from '@rollcall/scoring/explanation'
import { catalogue } from '#texts/language.ts'
import { formatCount, formatNumber } from '#ui/format-number.ts'

const racers = (count: number) => formatCount(count, { one: 'racer', other: 'racers' })
/** What moves in a table. */
const counted = {
  racers,
  streamers: (count: number) => formatCount(count, { one: 'streamer', other: 'streamers' }),
  teams: (count: number) => formatCount(count, { one: 'team', other: 'teams' }),
} as const
export type Kind = keyof typeof counted

export const texts = catalogue('events/league/what-if', {
  title: 'Who would move',
  working: 'Working out who would move …',
  nobody: 'Nobody would move. Nothing is saved yet.',
  somebody: (kind: Kind, count: number) =>
    `${counted[kind](count)} would have another rank. Nothing is saved yet.`,
  onlyOthers: 'In the table with everybody nobody would move. Nothing is saved yet.',
  moved: (kind: Kind, count: number) => `${counted[kind](count)} would have another rank.`,
  retotalled: (kind: Kind, count: number) =>
    `${counted[kind](count)} would keep ${count === 1 ? 'the rank' : 'their ranks'} with another total.`,
  isNew: (kind: Kind, count: number) =>
    `The table is new: ${counted[kind](count)} would be in it. Nothing is saved yet.`,
  noRounds: 'No round counts yet, so nobody can move.',
  table: 'Who would move in the table',
  ofDivision: (division: string) => `Who would move in ${division}`,
  ofTeams: 'Who would move among the teams',
  removed: (division: string, count: number) =>
    count === 0
      ? `${division} would be removed.`
      : `${division} would be removed, with the table of its ${racers(count)}.`,
  members: (division: string, count: number) =>
    `${division} would have ${count === 0 ? 'no racers' : racers(count)} from the next round that opens.`,
  sealed: (count: number) =>
    `Include ${count === 1 ? 'a round' : `${formatNumber(count)} rounds`} whose results are not open yet`,
  sealedHint: 'Only you see this. Please mind who looks at your screen.',
  standing: (rank: number | null, total: string) =>
    `${rank === null ? 'no rank' : ordinal(rank)}, ${total}`,
  absent: 'not in the table',
  team: 'Team',
})
