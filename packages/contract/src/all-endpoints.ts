import * as account from './account.ts'
import * as admin from './admin.ts'
import * as reports from './admin-reports.ts'
import * as apiKeys from './api-keys.ts'
import * as auth from './auth.ts'
import * as calendar from './calendar.ts'
import * as channels from './channels.ts'
import * as chat from './chat.ts'
import * as companions from './companions.ts'
import * as dashboard from './dashboard.ts'
import type { Endpoint } from './endpoint.ts'
import * as events from './events.ts'
import * as adjustments from './events-adjustments.ts'
import * as boards from './events-boards.ts'
import * as companionEvents from './events-companion.ts'
import * as participation from './events-participation.ts'
import * as publicEvents from './events-public.ts'
import * as results from './events-results.ts'
import * as seals from './events-seals.ts'
import * as series from './events-series.ts'
import * as eventsTried from './events-tried.ts'
import * as games from './games.ts'
import * as helpers from './helpers.ts'
import * as leaderboards from './leaderboards.ts'
import * as leaderboardExport from './leaderboards-export.ts'
import * as leagueCells from './league-cells.ts'
import * as leagueEntering from './league-entering.ts'
import * as leagueRuns from './league-runs.ts'
import * as leagues from './leagues.ts'
import * as leagueBoards from './leagues-board.ts'
import * as leagueCopies from './leagues-copy.ts'
import * as leagueDisqualified from './leagues-disqualified.ts'
import * as leagueDivisions from './leagues-divisions.ts'
import * as leagueOutlooks from './leagues-outlook.ts'
import * as prescribedRounds from './leagues-prescribed.ts'
import * as leaguePrizes from './leagues-prizes.ts'
import * as publicLeagues from './leagues-public.ts'
import * as leagueSeasons from './leagues-season.ts'
import * as leagueStories from './leagues-story.ts'
import * as leagueTeams from './leagues-teams.ts'
import * as leagueWhatIf from './leagues-what-if.ts'
import * as live from './live.ts'
import * as maps from './maps.ts'
import * as nights from './nights.ts'
import * as objections from './objections.ts'
import * as racers from './racers.ts'
import * as racersLeagues from './racers-leagues.ts'
import * as releases from './releases.ts'
import * as scoring from './scoring.ts'
import * as search from './search.ts'
import * as seasons from './seasons.ts'
import * as sharing from './sharing.ts'
import * as show from './show.ts'
import * as showControl from './show-control.ts'
import * as showLinks from './show-links.ts'
import * as teams from './teams.ts'
import * as uploads from './uploads.ts'
import * as ownUploads from './uploads-mine.ts'
import * as snapshots from './uploads-snapshots.ts'

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value
}

export const allEndpoints: readonly Endpoint[] = [
  account,
  adjustments,
  admin,
  apiKeys,
  auth,
  boards,
  calendar,
  channels,
  chat,
  companions,
  dashboard,
  events,
  companionEvents,
  games,
  helpers.HELPER_CALLS.event,
  helpers.HELPER_CALLS.series,
  leaderboardExport,
  leaderboards,
  leagueBoards,
  leagueEntering,
  leagueRuns,
  leagueCells,
  leagueCopies,
  leagueDisqualified,
  eventsTried,
  leagueDivisions,
  leaguePrizes,
  prescribedRounds,
  leagueSeasons,
  leagueOutlooks,
  leagueStories,
  leagueTeams,
  leagueWhatIf,
  leagues,
  publicLeagues,
  live,
  maps,
  nights,
  objections,
  ownUploads,
  participation,
  publicEvents,
  racers,
  racersLeagues,
  releases,
  reports,
  results,
  scoring,
  seals,
  seasons,
  search,
  series,
  sharing,
  sharing.CARDS,
  show,
  showControl,
  showLinks,
  snapshots,
  teams,
  uploads,
].flatMap((noun) => Object.values(noun).filter(isEndpoint))
