import type { BoardMode } from '@rollcall/contract/channels'
import { ordinal } from '@rollcall/scoring/explanation'
import { catalogue } from '#texts/language.ts'
import { formatCount, formatNumber } from '#ui/format-number.ts'

export const texts = catalogue('channels', {
  head: {
    kind: (platform: string) => `Channel on ${platform}`,
    points: (season: string) => `Points in ${season}`,
    rank: (rank: number, of: number) =>
      `${ordinal(rank)} of ${formatCount(of, { one: 'channel', other: 'channels' })}`,
    games: (games: number, season: string) =>
      `${formatCount(games, { one: 'game', other: 'games' })} in ${season}`,
    live: 'Live',
    justPlayed: '<game/>, <ago/>',
    lastGame: 'Not racing now; last game <ago/>: <game/>',
    noGame: 'No public game yet',
    watch: (platform: string) => `Watch on ${platform}`,
    join: "To race here, type <command/> in the stream's chat before a game starts.",
  },

  hot: {
    title: 'Hot this week',
    points: 'points',
  },

  board: {
    title: 'Racers',
    spans: {
      label: 'When',
      today: 'Today',
      week: 'Week',
      month: 'Month',
      lifetime: 'All seasons',
      day: 'A day',
    },
    modes: {
      label: 'Mode',
      all: 'Races and royales',
      race: 'Races',
      royale: 'Battle royales',
      tilt: 'Tilt levels',
    } satisfies Record<BoardMode | 'label', string>,
    chooseDay: 'Marble day',
    onlyFiles: 'Past days have no boards here, because points come from season files.',
    noDays:
      'There are no boards of past days yet. The first appears when a day with games is over.',
    earlierSeason: (season: string) =>
      `Nobody has played here in the current season yet. This is how ${season} ended.`,
    dayEnds: 'This marble day ends <time/>.',
    dayChanges: 'A marble day begins and ends at noon in New York, which is <time/> for you.',
    wholeNight: 'All about this night',
    find: 'Find a racer',
    none: 'Nobody yet',
    noneHint: {
      today: "Racers appear here after the day's first game.",
      week: 'No points of this week are known.',
      month: 'No points of this month are known.',
      season: "Racers appear here after the season's first game.",
      lifetime: "Racers appear here after this channel's first game.",
      day: 'No games were played on this day.',
    },
    notFound: 'Nobody with that name',
    notFoundHint: 'No racer with that name is on this board.',
    levels: (survived: number, of: number) =>
      `${formatNumber(survived)} of ${formatCount(of, { one: 'level', other: 'levels' })} survived`,
    all: (racers: number) => `All ${formatNumber(racers)} racers`,
    games: (games: number | null) =>
      games === null ? '– games' : formatCount(games, { one: 'game', other: 'games' }),
    wins: (wins: number | null) =>
      wins === null ? '– wins' : formatCount(wins, { one: 'win', other: 'wins' }),
    placeOn: (name: string, channel: string) => `${name} on ${channel}`,
    absent: 'You are not on this board yet.',
    scores: (count: number, mode: BoardMode) =>
      mode === 'tilt'
        ? formatCount(count, { one: 'level', other: 'levels' })
        : formatCount(count, { one: 'point', other: 'points' }),
    download: 'this board',
    downloadFound: 'the racers found',
    between: (days: string) => `from ${days}; the snapshot does not say which day`,
  },

  nights: {
    last: 'Last night',
    today: 'Today so far',
  },

  periods: {
    inSeason: (season: string) => `This is the part in ${season}.`,
    show: (season: string) => `Show ${season}`,
    undated: (season: string) =>
      `Some points of ${season} belong to no day, because only season files came. They are on the board of no week or month.`,
    stretch: (days: string) =>
      `One season file brought the points of ${days} together. They are on the board with <first/>.`,
  },

  offBoards: {
    title: 'Names off your boards',
    lead: 'Bots and test accounts, for example. They are left out of this page, the overlay, chat, files, pictures and embeds, and everybody behind them moves up. Ranks of past days stay, and so do games and events.',
    login: 'Login',
    loginHint: 'As in chat, without @',
    loginMissing: 'Please enter a login.',
    take: 'Take off the boards',
    none: 'Nobody is off your boards.',
    list: 'Names off the boards',
    since: (date: string) => `since ${date}`,
    put: 'Put back',
    putBack: (name: string) => `Put back ${name}`,
    isOff:
      "This channel's streamer does not want your name on its boards. Your dashboard says what you can do.",
  },

  games: {
    title: 'Latest games',
    all: (games: number) => `All ${formatNumber(games)} latest games`,
    none: "No game on this channel is public yet. Games appear here as they end, once the streamer's companion sends them.",
  },

  maps: {
    title: 'Maps most played here',
    all: (maps: number) => `All ${formatNumber(maps)} maps`,
    none: 'No map has been played on this channel yet. A map appears here after the first game on it.',
    plays: (plays: number) => formatCount(plays, { one: 'game', other: 'games' }),
    by: 'by <creator/>',
    fastest: 'Fastest here: <seconds/> by <racer/>, <game/>',
  },

  records: {
    title: 'Records set here',
    all: (records: number) => `All ${formatNumber(records)} records`,
    lead: 'Maps whose fastest finish anywhere was on this channel.',
    set: '<racer/>, <game/>',
  },

  champions: {
    title: 'Champions',
    all: (champions: number) => `All ${formatNumber(champions)} champions`,
    of: (season: string) => `Champion of ${season}`,
    points: (points: number) => formatCount(points, { one: 'point', other: 'points' }),
  },

  events: {
    title: 'Events',
    all: (events: number) => `All ${formatNumber(events)} events`,
  },

  onStream: {
    title: 'On your stream',
    text: 'An overlay shows this board in OBS and follows every game.',
    overlays: 'Overlays',
  },
  sharing: {
    title: 'Share this board',
    alt: (channel: string) => `The top three on the board of ${channel}`,
  },
})
