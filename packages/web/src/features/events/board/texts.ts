import { catalogue } from '#texts/language.ts'
import { formatCount } from '#ui/format-number.ts'

const racers = (count: number) => formatCount(count, { one: 'racer', other: 'racers' })
const games = (count: number) => formatCount(count, { one: 'game', other: 'games' })

export const texts = catalogue('events/board', {
  title: 'Event Leaderboard',
  publicPage: 'Public page',
  label: 'Event results',
  racers,
  moreColumns: 'More columns',
  sums: "Like every other column, Race HS and BR HS are sums here: each streamer's high score, added up.",
  ownReveal: 'Only you see this reveal. The organiser runs the show for everybody.',
  ownRevealForOrganiser: 'Only you see this reveal. <show>Run the show for everybody</show>',
  empty: 'No event data for this streamer yet.',
  emptyHint: "Results appear here as soon as they are uploaded or one of the event's games ends.",

  controls: {
    streamer: 'Streamer',
    allStreamers: 'All Streamers',
    showDetails: 'Show Details',
    hideDetails: 'Hide Details',
    showResults: 'Show results',
  },

  download: { board: 'this board', explanations: 'the breakdown' },

  sealed: {
    title: 'Results sealed until the reveal',
    hint: 'The organiser uncovers them rank by rank. They appear here automatically.',
    uncovered: 'Uncovered so far',
  },

  podium: {
    title: 'Top 3 Racers',
    close: 'Close',
  },

  source: {
    games: "Points scored here from the event's games",
    companion: 'Points as uploaded by the companion',
    mixed: (uploaded: string) =>
      `Points as uploaded by the companion for ${uploaded}, and otherwise scored here from the event's games`,
    withLaterGames: (source: string) => `${source}, with later games scored here`,
    withLaterGamesFor: (source: string, streamers: string) =>
      `${source}, with later games scored here for ${streamers}`,
  },

  held: {
    games: (count: number) =>
      `<streamer/>: ${formatCount(count, { one: 'game is', other: 'games are' })} held until <shows/>.`,
    snapshot: '<streamer/>: the latest results are held until <shows/>.',
    gamesAndSnapshot: (count: number) =>
      `<streamer/>: ${games(count)} and the latest results are held until <shows/>.`,
    anyShow: 'a show',
    show: 'the show of <event/>',
    isShown: 'Until then, only this streamer and admins see them here.',
  },

  explanation: {
    titleOf: (racer: string) => `Points explained for ${racer}`,
    loading: 'Loading...',
    failed: (problem: string) => `Error: ${problem}`,
    newResults: 'New results have come in since you opened this board.',
    load: 'Load them',
  },

  columns: {
    position: 'Position',
    racerName: 'Racer Name',
    eventPoints: 'Event Points',
    racePoints: {
      heading: 'Race Points',
      meaning: 'Season points from races; not part of the event points',
    },
    raceWins: { heading: 'Race Wins', meaning: 'Races won' },
    raceGames: { heading: 'Race Races', meaning: 'Races run' },
    raceHighScore: {
      heading: 'Race HS',
      meaning: 'Race high score: the most season points in one race',
    },
    royalePoints: {
      heading: 'BR Points',
      meaning: 'Season points from battle royales; not part of the event points',
    },
    royaleWins: { heading: 'BR Wins', meaning: 'Battle royales won' },
    royaleGames: { heading: 'BR Races', meaning: 'Battle royales run' },
    royaleHighScore: {
      heading: 'BR HS',
      meaning: 'Battle royale high score: the most season points in one royale',
    },
    kills: { heading: 'Kills', meaning: 'Kills in battle royales' },
    eliminations: { heading: 'Eliminations', meaning: 'How often the racer was eliminated' },
    crownWins: {
      heading: 'Crown Wins',
      meaning: 'Battle royales won by somebody who had already won one here',
    },
  },

  sharing: {
    title: 'Share the results',
    picture: (event: string) => `The top three of ${event}`,
  },
})
