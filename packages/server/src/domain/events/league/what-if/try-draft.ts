/** What a draft of a league would store: it is stored by the acts that save it, and rolled back. docs/decisions/021 */
import { isDeepStrictEqual } from 'node:util'
import type { BodyOf } from '@rollcall/contract/endpoint'
import type { LeagueRules } from '@rollcall/contract/leagues'
import type { tryLeague } from '@rollcall/contract/leagues-what-if'
import { ApiError } from '../../../../edge/api-error.ts'
import type { AppContext } from '../../../../edge/app-context.ts'
import { answerOfRun, DryRunDone } from '../../../../platform/database/dry-run.ts'
import type { Db } from '../../../../platform/database/schema.ts'
import type { Viewer } from '../../../rights/roles.ts'
import { lockSeries } from '../../locks.ts'
import { readDivisions, type StoredDivisions } from '../divisions/divided.ts'
import { findNamed } from '../divisions/find-named.ts'
import { findOwners, moveRows } from '../divisions/members.ts'
import { storeDivisions } from '../divisions/set-divisions.ts'
import type { LeagueTable, LeagueTables } from '../kept-tables.ts'
import { listRounds, type SeriesRound } from '../rounds.ts'
import { storeRules } from '../set-league-rules.ts'

type Context = Pick<AppContext, 'db' | 'now'>
type Draft = BodyOf<typeof tryLeague>

interface League {
  seriesId: number
  viewer: Viewer
  rules: LeagueRules | null
  rounds: readonly SeriesRound[]
}

export interface Drafted {
  rules: LeagueRules
  /** With the states that these rules give them. */
  rounds: readonly SeriesRound[]
  divisions: StoredDivisions
}

/** @throws {ApiError} if it could not be saved */
export async function tryDraft(
  context: Context,
  tables: LeagueTables,
  { league, draft }: { league: League; draft: Draft },
): Promise<Drafted> {
  const { rules } = draft
  const rounds = await tryRules(context, league, rules)
  const divisions =
    draft.divisions === undefined && draft.takenOut === undefined
      ? await readDivisions(context.db, league.seriesId)
      : // Names are those of the table that everybody sees.
        await tryDivisions(context, league, { draft, table: await tables.get(rules, rounds) })
  return { rules, rounds, divisions }
}

async function tryRules(
  { db, now }: Context,
  league: League,
  rules: LeagueRules,
): Promise<readonly SeriesRound[]> {
  const { seriesId, rules: before } = league
  return isDeepStrictEqual(rules, before)
    ? league.rounds
    : dryRun(db, league, async (trx) => {
        await storeRules(trx, { seriesId, before, rules, now: now() })
        return listRounds(trx, { seriesId, now: now() })
      })
}

async function tryDivisions(
  context: Context,
  league: League,
  { draft, table }: { draft: Draft; table: LeagueTable },
): Promise<StoredDivisions> {
  const { seriesId } = league
  const put = await Promise.all(
    (draft.put ?? []).map(async ({ index, names }) => ({
      index,
      rows: (await findNamed(context, table, names)).owners,
    })),
  )
  const moving = { seriesId, table, now: context.now() }
  return dryRun(context.db, league, async (trx) => {
    const ids = draft.divisions ? await storeDivisions(trx, seriesId, draft.divisions) : []
    for (const { index, rows } of put) {
      const divisionId = ids[index]
      if (divisionId === undefined) throw new ApiError('no_such_division')
      await moveRows(trx, { ...moving, divisionId, rows })
    }
    const out = await findOwners(trx, { seriesId, ids: draft.takenOut ?? [], table })
    await moveRows(trx, { ...moving, divisionId: null, rows: out })
    return readDivisions(trx, seriesId)
  })
}

/** The series is locked, as the acts that save need it. */
const dryRun = <Answer>(
  db: Db,
  { seriesId, viewer }: League,
  work: (trx: Db) => Promise<Answer>,
): Promise<Answer> =>
  answerOfRun<Answer>(() =>
    db.transaction().execute(async (trx) => {
      await lockSeries(trx, { seriesId, act: 'edit', viewer })
      throw new DryRunDone(await work(trx))
    }),
  )
