import { catalogue } from '#texts/language.ts'
import { type FormatPoints, formatCount, formatNumber } from '#ui/format-number.ts'
import { ordinal } from '#ui/points-terms/texts.ts'

const formatRacers = (count: number) => formatCount(count, { one: 'racer', other: 'racers' })

export const texts = catalogue('show/public', {
  adjustments: 'Adjustments by the organiser',
  kind: 'Event',
  round: (round: number, of: number) =>
    `Event · Round ${formatNumber(round)} of ${formatNumber(of)} · <series/>`,
  organiser: 'organised by <organiser/>',
  board: 'board of <streamer/>',
  /** What is shown instead of the event's results. */
  table: { racers: 'table of <league/>', teams: 'teams of <league/>' },
  racers: formatRacers,
  teams: (count: number) => formatCount(count, { one: 'team', other: 'teams' }),
  winner: { one: 'Winner', other: 'Winners' },
  more: (count: number) => `${formatNumber(count)} more`,
  points: (points: number | null, format: FormatPoints) =>
    formatCount(points, { one: 'point', other: 'points' }, format),
  starts: 'Starts',
  ends: 'Ends',
  reveal: 'Reveal',
  results: 'Results',
  toCome: 'Reveal to come',
  podium: 'Podium',

  upcoming: {
    title: 'The reveal',
    text: 'Once everybody has raced, the results are revealed rank by rank, here and <stream/>.',
  },

  before: {
    title: 'Results are coming soon',
    text: 'They will be revealed rank by rank, here and <stream/>. This page updates automatically.',
  },

  onStream: 'on stream',
  onTheirStream: "on <organiser/>'s stream",
  show: 'The show is <until/>, on <time/>.',
  noShow: 'No date yet.',

  streamers: {
    title: 'Streamers',
    ahead: 'Whose viewers are ahead',
    contest: "The streamers' contest",
    rule: "A streamer's score is all the points that their racers have won together.",
    behind: (gap: string) => `${gap} behind`,
    states: {
      waiting: 'has not run yet',
      running: 'running now',
      'has-run': 'has run',
      missing: 'did not run',
    },
  },

  rules: {
    title: 'How points are given',
    modes: (modes: string) => `What counts: ${modes}.`,
    mode: { racing: 'races', battleRoyale: 'battle royales', tilted: 'tilt levels' },
    place: (position: number) => `${ordinal(position)} place`,
    places: (from: number, to: number) => `${ordinal(from)} to ${ordinal(to)} place`,
    range: (from: number, to: number) => `${formatNumber(from)} to ${formatNumber(to)}`,
    each: {
      participation: 'Each race or royale',
      checkpoint: 'Each checkpoint',
      kill: 'Each kill',
      damage: 'Each point of damage',
      'crown-win': 'Each crown win',
      'level-survived': 'Each tilt level survived',
      'top-tiltee': 'Each time as top tiltee',
    },
    unfinished: 'Marbles that do not finish get no points for their place.',
  },

  during: {
    title: (reached: number, of: number) => `Rank ${formatNumber(reached)} of ${formatRacers(of)}`,
    label: 'Being revealed',
    find: 'Find a racer',
    lookup: 'Name of the racer',
    found: 'Uncovered so far',
    emptyHint: 'No racer with that name has been uncovered yet.',
  },

  replay: {
    start: 'Replay the reveal',
    stop: 'End the replay',
  },

  wholeBoard: {
    title: 'The whole board',
    lookup: 'Find a racer',
    all: (racers: number) => `All ${formatRacers(racers)}`,
    empty: 'Nobody here',
    emptyHint: 'No racer with that name is on the board.',
  },

  download: { board: 'the board', explanations: 'the breakdown' },

  explanation: {
    titleOf: (racer: string) => `Points explained for ${racer}`,
    loading: 'Loading...',
  },

  sharing: {
    title: 'Share the results',
    embed: 'Show this board on another site',
    picture: (event: string) => `The top three of ${event}`,
  },
})
