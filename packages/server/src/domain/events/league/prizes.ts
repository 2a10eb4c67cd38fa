/** Who wins a league's prizes, by its table as everybody sees it. docs/decisions/167 */
import type { ResponseOf } from '@rollcall/contract/endpoint'
import { LEAGUE_PAGE_SIZE } from '@rollcall/contract/leagues'
import type { getLeaguePrizes, PublicPrizes } from '@rollcall/contract/leagues-prizes'
import { NAMED_WINNERS } from '@rollcall/contract/leagues-public'
import { awardPrizes, type PassedOverReason } from '@rollcall/scoring/prizes'
import { isHiddenRacer, type RacerLabel } from '@rollcall/scoring/racer'
import type { Db } from '../../../platform/database/schema.ts'
import type { LeagueTable } from './kept-tables.ts'
import { listPassedOver } from './passed-over.ts'
import type { SeriesRound } from './rounds.ts'
import { chooseRow } from './stored-rows.ts'
import { labelsOf, shownRound } from './table.ts'

interface League {
  seriesId: number
  prizes: readonly string[]
  rounds: readonly SeriesRound[]
  table: LeagueTable
}

type OwnPrizes = Exclude<ResponseOf<typeof getLeaguePrizes>, { unauthorized: true }>

/** As everybody reads them; null without prizes, or before a round counts. */
export async function describePrizes(db: Db, league: League): Promise<PublicPrizes | null> {
  const { prizes, table } = league
  if (prizes.length === 0 || table.rounds.length === 0) {
    return null
  }
  const { winners, passedOver, labelOf } = await findWinners(db, league, NAMED_WINNERS)
  return {
    isProvisional: isProvisional(league),
    prizes: prizes.map((text, index) => ({
      text,
      winners: (winners[index] ?? []).slice(0, NAMED_WINNERS).map(labelOf),
      count: winners[index]?.length ?? 0,
    })),
    passedOver: passedOver.map(({ row, reason }) => ({
      ...withReason(labelOf(row), reason),
      rank: row.rank ?? 0,
    })),
  }
}

/** The same for organisers, with everybody who is passed over. */
export async function describeOwnPrizes(db: Db, league: League): Promise<OwnPrizes> {
  const { prizes, table } = league
  const { winners, stored, labelOf } = await findWinners(db, league, LEAGUE_PAGE_SIZE)
  const ranks = new Map(table.rows.map(({ row, rank }) => [row, rank]))
  return {
    isProvisional: isProvisional(league),
    prizes: prizes.map((text, index) => ({
      text,
      winners: (winners[index] ?? []).slice(0, LEAGUE_PAGE_SIZE).map((row) => ({
        ...labelOf(row),
        id: String(table.rows.indexOf(row) + 1),
        total: row.total,
      })),
      count: winners[index]?.length ?? 0,
    })),
    passedOver: stored.map(({ id, row, reason }) => ({
      ...withReason(labelOf({ row }), reason),
      ...{ id, rank: ranks.get(row) ?? null },
    })),
  }
}

/** @param most how many of those who share a prize are named */
async function findWinners(db: Db, { seriesId, prizes, table }: League, most: number) {
  const stored = (await listPassedOver(db, seriesId)).map(({ choices, ...entry }) => {
    return { ...entry, ...chooseRow(choices, table.owners) }
  })
  const reasons = new Map(stored.map(({ row, reason }) => [row, reason]))
  const { winners, passedOver } = awardPrizes(prizes.length, table.rows, reasons)
  const named = [
    ...winners.flatMap((group) => group.slice(0, most)),
    ...passedOver.map(({ row }) => row),
    ...stored,
  ].map(({ row }) => row)
  const owners = new Map([
    ...stored.map(({ row, owner }) => [row, owner] as const),
    ...table.owners,
  ])
  const labels = await labelsOf(db, [...new Set(named)], owners)
  const labelOf = ({ row }: { row: string }): RacerLabel => labels.get(row) ?? { racer_name: '' }
  return { winners, passedOver, stored, labelOf }
}

/** Who won last season is known, so that a hidden racer's reason would name them. */
const withReason = (label: RacerLabel, reason: PassedOverReason) => ({
  ...label,
  reason: isHiddenRacer(label.racer_name) ? null : reason,
})

const isProvisional = ({ rounds, table }: League) =>
  rounds.map((round) => shownRound(round, table)).some(({ state }) => !SETTLED.includes(state))

const SETTLED: readonly string[] = ['final', 'voided'] satisfies SeriesRound['state'][]
