import { formatCount } from '#ui/format-number.ts'

/** What badges are called, and what earned them; `for` has a link to the event or the map. */
export const badges = {
  title: 'Badges',
  all: (badges: number) => `All ${formatCount(badges, { one: 'badge', other: 'badges' })}`,
  none: 'No badges yet: the first win earns one.',
  earned: '<game/>, <day/>',
  given: '<day/>',

  names: {
    'first-win': 'First win',
    'races-100': '100 races',
    'races-1000': '1,000 races',
    'large-field-win': 'Winner of a crowd',
    'five-kills': 'Five kills',
    cycle: 'Cycle',
    'seven-days': 'Seven days in a row',
    'season-champion': 'Champion of a season',
    'league-champion': 'Champion of a league',
    'event-winner': 'Winner of an event',
    'record-holder': 'Record holder',
  },
  firstWin: 'Won a race or a battle royale for the first time.',
  races: (races: number) => `Took part in ${formatCount(races, { one: 'race', other: 'races' })}.`,
  largeField: (marbles: string) => `Won among ${marbles} marbles.`,
  kills: (kills: string) => `${kills} kills in one battle royale.`,
  cycle: 'Finished races in every place from 1 to 10.',
  sevenDays: 'Played seven days in a row.',
  sevenDaysFrom: (day: string) => `Played seven days in a row, starting on ${day}.`,
  racerChampion: (season: string, points: string) =>
    `Most points of all racers on <channel/> in ${season}: ${points}.`,
  streamerChampion: (season: string, column: string, value: string) =>
    `First of all streamers in ${season} by ${column}: ${value}.`,
  columns: {
    points: 'total points',
    games: 'total races',
    'points-per-game': 'points per race',
    'race-high-score': 'race high score',
    'royale-high-score': 'battle royale high score',
  },
  event: 'Won <event/>.',
  league: 'Champion of <league/>.',
  leagueWithTeam: 'Champion of <league/> with the team <team/>.',
  record: (time: string) => `Fastest finish on <map/>: ${time}.`,
} as const
