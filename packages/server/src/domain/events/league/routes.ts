import { getLeague, getRoundProposal, LEAGUE_PAGE_SIZE } from '@rollcall/contract/leagues'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import type { EventBoards } from '../boards/event-boards.ts'
import { UNAUTHORIZED } from '../refusals.ts'
import { serveAnswerObjection } from './answer-objection.ts'
import { serveLeagueCells } from './cell-calls.ts'
import { serveChangeRound } from './change-round.ts'
import { serveDecideRoundProposal } from './decide-proposal.ts'
import { serveDisqualify } from './disqualify.ts'
import { findAskedTable } from './divisions/divided.ts'
import { serveDivisions } from './divisions/routes.ts'
import { serveEntering } from './entering/routes.ts'
import { findLeague } from './find-league.ts'
import { serveFinishSeason } from './finish-season.ts'
import { EMPTY, type LeagueTables } from './kept-tables.ts'
import { serveLeagueLinks } from './league-links.ts'
import { serveObjectToRound } from './object-to-round.ts'
import { serveListObjections } from './objections.ts'
import { serveLeagueOutlook } from './outlook.ts'
import { servePrescribeRound } from './prescribe-round.ts'
import { servePrizes } from './prize-calls.ts'
import { findProposal, findProposed, NOTHING } from './proposal.ts'
import type { PublicLeagues } from './public-leagues.ts'
import { servePublicLeagues } from './public-routes.ts'
import { serveRoundGames } from './round-games.ts'
import { listRounds } from './rounds.ts'
import { listRuleChanges } from './rule-changes.ts'
import { serveRuns } from './runs/routes.ts'
import { serveSetLeagueRules } from './set-league-rules.ts'
import { serveLeagueStory } from './story.ts'
import { pageOfTable, shownRound } from './table.ts'
import { servePublicTeams } from './teams/public-teams.ts'
import { serveTeams } from './teams/routes.ts'
import { serveWhatIf } from './what-if/what-if.ts'

export function serveLeagues(
  serve: Serve,
  context: AppContext,
  {
    boards,
    tables,
    leagues,
  }: { boards: EventBoards; tables: LeagueTables; leagues: PublicLeagues },
): void {
  serveReadLeague(serve, context, tables)
  serveWhatIf(serve, context, tables)
  serveRoundProposal(serve, context, tables)
  serveTeams(serve, context, tables)
  serveRuns(serve, context)
  serveEntering(serve, context)
  serveSetLeagueRules(serve, context)
  serveChangeRound(serve, { ...context, boards })
  serveDecideRoundProposal(serve, { ...context, boards })
  servePrescribeRound(serve, context)
  serveRoundGames(serve, context)
  serveListObjections(serve, context)
  serveObjectToRound(serve, context)
  serveAnswerObjection(serve, context)
  serveLeagueLinks(serve, context)
  servePrizes(serve, { ...context, tables })
  serveDivisions(serve, { ...context, tables })
  serveDisqualify(serve, { ...context, tables })
  servePublicLeagues(serve, context, leagues)
  serveLeagueCells(serve, { ...context, boards }, { tables, leagues })
  serveFinishSeason(serve, context)
  servePublicTeams(serve, context, leagues)
  serveLeagueStory(serve, context, leagues)
  serveLeagueOutlook(serve, context, leagues)
}

function serveReadLeague(serve: Serve, context: AppContext, tables: LeagueTables): void {
  const { db, now } = context
  serve(getLeague, async ({ caller, params, query }) => {
    const league = await findLeague(db, { seriesId: params.id, viewer: caller })
    if (!league.maySee) {
      return UNAUTHORIZED
    }
    const { rules, canEdit } = league
    const rounds = await listRounds(db, { seriesId: params.id, now: now() })
    const { divisions, table } =
      rules === null
        ? { divisions: [], table: EMPTY }
        : await findAskedTable(
            db,
            { seriesId: params.id, rules, table: await tables.get(rules, rounds) },
            { ...query, forOrganisers: canEdit },
          )
    const asked = { ...query, pageSize: LEAGUE_PAGE_SIZE }
    const { named: _, ...page } = await pageOfTable(db, table, {
      ...asked,
      minimumRounds: rules?.minimumRounds ?? 0,
    })
    const proposed =
      rules !== null && canEdit
        ? await findProposed(context, tables, { rules, rounds })
        : new Set<number>()
    const publicToken = canEdit ? league.publicToken : null
    const finishedAt = league.finishedAt?.toISOString() ?? null
    const shown = rounds.map((round) => shownRound(round, table, proposed))
    const ruleChanges = await listRuleChanges(db, { seriesId: params.id, rules })
    return {
      ...{ canEdit, rules, divisions, ruleChanges, publicToken, finishedAt },
      ...{ rounds: shown, ...page },
    }
  })
}

function serveRoundProposal(serve: Serve, context: AppContext, tables: LeagueTables): void {
  const { db, now } = context
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
}
