import { ordinal } from '@rollcall/scoring/explanation'
import { catalogue } from '#texts/language.ts'
import { formatCount, formatNumber } from '#ui/format-number.ts'

export const texts = catalogue('games', {
  latest: {
    title: 'Latest games',
    none: "No game is public yet. Games appear here once a streamer's companion sends them.",
  },
  facts: {
    channel: 'Channel',
    map: 'Map',
    mapBy: '<map/> by <creator/>',
    ended: 'Ended',
    season: 'Season',
    field: 'Field',
    level: 'Level',
    survivors: 'Survivors',
    survivorsOf: (survivors: number, marbles: number) =>
      `${formatNumber(survivors)} of ${formatNumber(marbles)}`,
    topTiltee: 'Top tiltee',
    expertise: 'Expertise',
    marbles: (marbles: number) => formatCount(marbles, { one: 'marble', other: 'marbles' }),
    marblesOut: (marbles: number, eliminated: number) =>
      `${formatCount(marbles, { one: 'marble', other: 'marbles' })}, ${formatNumber(eliminated)} eliminated`,
    passed: (level: string) => `${level}, passed`,
    failed: (level: string) => `${level}, failed`,
    unknownLevel: 'Unknown',
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
    change: (from: number, to: number) => `<racer/> from ${ordinal(from)} to ${ordinal(to)}`,
    entry: (to: number) => `<racer/> joined the board in ${ordinal(to)}`,
  },

  rows: {
    title: 'Every marble',
    find: 'Find a racer',
    findMe: 'Find me',
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
