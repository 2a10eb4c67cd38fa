import { ordinal } from '@rollcall/scoring/explanation'
import { catalogue } from '#texts/language.ts'
import { formatCount, formatNumber } from '#ui/format-number.ts'

export const texts = catalogue('games', {
  live: {
    title: 'Live now',
    game: (game: string, ago: string) => `${game} · ${ago}`,
    nobody: (ago: string) => `Nobody is racing now. The last game ended ${ago} on <channel/>.`,
    never: 'Nobody is racing now.',
  },
  latest: {
    title: 'Latest games',
    none: "No game is public yet. Games appear here once a streamer's companion sends them.",
  },
  head: {
    kind: 'Game',
    winner: 'Winner',
    survivors: 'Survivors',
    survivorsOf: (survivors: number, marbles: number) =>
      `${formatNumber(survivors)} of ${formatNumber(marbles)}`,
    topTiltee: 'top tiltee <racer/>',
    expertise: (expertise: string) => `expertise ${expertise}`,
    marbles: (marbles: number) => formatCount(marbles, { one: 'marble', other: 'marbles' }),
    marblesOut: (marbles: number, eliminated: number) =>
      `${formatCount(marbles, { one: 'marble', other: 'marbles' })}, ${formatNumber(eliminated)} eliminated`,
    passed: 'passed',
    failed: 'failed',
    neighbours: 'Games before and after',
    previous: 'Previous game',
    next: 'Next game',
    previousIs: (title: string) => `Previous game: ${title}`,
    nextIs: (title: string) => `Next game: ${title}`,
  },

  place: {
    absent: 'You were not in this game.',
    title: (name: string, game: string) => `${name} in ${game}`,
  },

  podium: {
    title: 'Podium',
    nobody: 'Nobody reached the finish.',
    nobodyLeft: 'Nobody survived.',
  },

  changes: {
    title: 'What it changed today',
    lead: "On this marble day's board, races and royales together.",
    list: 'Who moved up',
    all: (racers: number) => `All ${formatNumber(racers)} who moved up`,
    change: (from: number, to: number) => `<racer/> from ${ordinal(from)} to ${ordinal(to)}`,
    entry: (to: number) => `<racer/> joined the board in ${ordinal(to)}`,
  },

  rows: {
    title: 'Every marble',
    find: 'Find a racer',
    all: (marbles: number) => `All ${formatNumber(marbles)} marbles`,
    nobody: 'Nobody here',
    nobodyHint: 'No racer with that name was in this game.',
    eliminatedAfter: (time: string) => `Eliminated after ${time}`,
    eliminated: 'Eliminated',
    topTiltee: 'Top tiltee',
    kills: (kills: number) => formatCount(kills, { one: 'kill', other: 'kills' }),
    damage: (damage: number) => `${formatNumber(damage)} damage`,
    checkpoints: (count: number, numbers: string) =>
      count === 1 ? `Checkpoint ${numbers}` : `Checkpoints ${numbers}`,
  },

  sharing: {
    title: 'Share this game',
    alt: (title: string) => `The top three of ${title}`,
    altOfLevel: (title: string) => `How ${title} went`,
  },
})
