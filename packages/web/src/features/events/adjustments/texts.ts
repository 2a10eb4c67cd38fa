import { catalogue } from '#texts/language.ts'
import type { FormatPoints } from '#ui/format-number.ts'
import { ordinal } from '#ui/points-terms/texts.ts'

export const texts = catalogue('events/adjustments', {
  title: 'Adjustments',
  lead: 'They count on the board of All Streamers, in its show and in the league.',
  onlyAllStreamers: 'Adjustments count on All Streamers only.',
  elsewhere: 'This is the board of one streamer. <board>Show All Streamers</board>',
  any: 'Adjust a racer',
  racer: 'Racer',
  racerInWords: 'racer',
  which: 'Which racer?',
  racerMissing: 'Find the racer and choose them.',
  nobody: (name: string) => `Nobody on the board is called ${name}.`,
  of: (name: string) => `Adjust the points of ${name}`,
  adjust: 'Adjust points',
  what: 'What happens?',
  kinds: { bonus: 'Bonus', penalty: 'Penalty', disqualified: 'Disqualify' },
  ofLeague: (name: string) => `Bonus in the league: ${name}`,
  ofLeagueHint:
    'It counts in the table of the league, by its rules. The event itself stays as it is.',
  points: 'Points',
  pointsMissing: 'Enter points above 0, with up to two decimals.',
  reason: 'Why?',
  reasons: {
    'wrong-map': 'Wrong map',
    'left-early': 'Left early',
    'second-account': 'Second account',
    'unfair-play': 'Unfair play',
    'organisers-mistake': 'Mistake of the organiser',
    other: 'Other reason',
  },
  note: 'Note',
  noteHint:
    'Everybody sees the reason. Only organisers and the racer see the note. It goes if either of you deletes their account.',
  missing: 'Choose what happens, and why.',
  submit: 'Adjust',
  preview: (before: string, after: string) => `<racer/>: ${before} → ${after}`,
  placed: (points: number, rank: number | null, format: FormatPoints) =>
    rank === null ? format(points) : `${format(points)} (${ordinal(rank)})`,
  disqualified: 'disqualified',
  done: '<racer/>: <what/>.',
  takeBack: 'Take back',
  takeBackOf: (what: string, name: string) => `Take back ${what} of ${name}`,
  takenBack: 'Taken back from <racer/>: <what/>.',
  failed: (problem: string) => `It could not be taken back: ${problem}`,
  isBack: 'It counts again.',
  isWaiting: 'This row is not on the board at the moment, so nothing changes.',
  made: 'by <author/>, <time/>',
})
