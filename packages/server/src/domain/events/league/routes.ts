import {
  getLeague,
  getRoundProposal,
  hasCounted,
  LEAGUE_PAGE_SIZE,
  PREVIEW_ROWS,
  tryLeagueRules,
} from '@rollcall/contract/leagues'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import type { EventBoards } from '../boards/event-boards.ts'
import type { EventTags } from '../boards/event-tags.ts'
import { UNAUTHORIZED } from '../refusals.ts'
import { serveChangeRound } from './change-round.ts'
import { serveDecideRoundProposal } from './decide-proposal.ts'
import { findLeague } from './find-league.ts'
import { type LeagueTable, LeagueTables } from './kept-tables.ts'
import { findProposal, findProposed, NOTHING } from './proposal.ts'
import { listRounds, type SeriesRound } from './rounds.ts'
import { serveSetLeagueRules } from './set-league-rules.ts'
import { pageOfTable, type Results } from './table.ts'
import { serveTeams } from './teams/routes.ts'

const EMPTY: LeagueTable = { rounds: [], owners: new Map(), rows: [] }

export function serveLeagues(
  serve: Serve,
  context: AppContext,
  parts: { boards: EventBoards; eventTags: EventTags },
): void {
  const { db, now } = context
  const tables = new LeagueTables(context, parts)

  serve(getLeague, async ({ caller, params, query }) => {
    const league = await findLeague(db, { seriesId: params.id, viewer: caller })
    if (!league.maySee) {
      return UNAUTHORIZED
    }
    const { rules, canEdit } = league
    const rounds = await listRounds(db, { seriesId: params.id, now: now() })
    const table = rules === null ? EMPTY : await tables.get(rules, rounds)
    const asked = { ...query, pageSize: LEAGUE_PAGE_SIZE }
    const page = await pageOfTable(db, table, {
      ...asked,
      minimumRounds: rules?.minimumRounds ?? 0,
    })
    const proposed =
      rules !== null && canEdit
        ? await findProposed(context, tables, { rules, rounds })
        : new Set<number>()
    return { canEdit, rules, rounds: shownRounds(rounds, table, proposed), ...page }
  })

  serve(tryLeagueRules, async ({ caller, params, body }) => {
    const league = await findLeague(db, { seriesId: params.id, viewer: caller })
    if (!league.canEdit) {
      return UNAUTHORIZED
    }
    const rounds = await listRounds(db, { seriesId: params.id, now: now() })
    const before = league.rules === null ? EMPTY : await tables.get(league.rules, rounds)
    const ranksBefore = new Map(before.rows.map(({ row, rank }) => [row, rank]))
    const table = await tables.get(body.rules, rounds)
    const { rows } = await pageOfTable(db, table, {
      ...{ page: 1, pageSize: PREVIEW_ROWS, search: '' },
      minimumRounds: body.rules.minimumRounds,
    })
    return {
      rounds: shownRounds(rounds, table),
      rows: rows.map((row, index) => {
        const rankBefore = ranksBefore.get(table.rows[index]?.row ?? '')
        return { ...row, ...(rankBefore !== undefined && { rankBefore }) }
      }),
    }
  })

  serve(getRoundProposal, async ({ caller, params }) => {
    const { rules, canEdit } = await findLeague(db, { seriesId: params.id, viewer: caller })
    if (!canEdit) {
      return UNAUTHORIZED
    }
    const rounds = await listRounds(db, { seriesId: params.id, now: now() })
    const round = rounds.find(({ eventId }) => eventId === params.eventId)
    if (round === undefined) {
      throw new ApiError('no_such_round')
    }
    return rules === null ? NOTHING : findProposal(context, tables, { rules, rounds, round })
  })

  serveTeams(serve, context, tables)
  serveSetLeagueRules(serve, context)
  serveChangeRound(serve, { ...context, boards: parts.boards })
  serveDecideRoundProposal(serve, { ...context, boards: parts.boards })
}

/** What everybody sees of the rounds that the table has or will have. */
const shownRounds = (
  rounds: readonly SeriesRound[],
  table: Results,
  proposed?: ReadonlySet<number>,
) =>
  rounds.map((round) => {
    const { organiserId: _, board: __, seenHash: ___, startsAt, endsAt, finalAt, ...rest } = round
    const { revisions, ...shown } = rest
    const isInTable = table.rounds.some(({ eventId }) => eventId === round.eventId)
    const isEmpty = hasCounted(round) && !isInTable
    return {
      ...shown,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      revisions: revisions.map(({ at, ...each }) => ({ ...each, at: new Date(at).toISOString() })),
      ...(isEmpty
        ? { state: 'waiting' as const, finalAt: null }
        : { finalAt: finalAt?.toISOString() ?? null }),
      hasProposal: proposed?.has(round.eventId) ?? false,
    }
  })
