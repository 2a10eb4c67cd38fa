import { catalogue } from '#texts/language.ts'
import { formatCount, formatNumber } from './format-number.ts'

export const texts = catalogue('ui', {
  loading: 'Loading...',
  error: (message: string) => `Error: ${message}`,
  retry: 'Try again',
  cancel: 'Cancel',
  justNow: 'just now',

  choices: { yes: 'Yes', no: 'No' },
  colors: { useLight: 'Use light colours', useDark: 'Use dark colours' },
  steps: { done: 'Done', notDone: 'Not done yet' },
  clear: (what: string) => `Clear ${what}`,
  season: (number: string) => `Season ${number}`,

  copying: {
    copy: 'Copy',
    copied: 'Copied',
    copyField: (label: string) => `Copy ${label.toLowerCase()}`,
    copiedField: (label: string) => `Copied ${label.toLowerCase()}`,
    refused: "Your browser couldn't copy it. Press Ctrl+C.",
  },

  downloading: {
    what: (what: string) => `Download ${what}`,
    as: (what: string, format: string) => `Download ${what} as ${format}`,
    formats: { csv: 'CSV', json: 'JSON' },
    done: 'Downloaded.',
  },

  undoing: {
    undo: 'Undo',
    failed: (problem: string) => `It could not be undone: ${problem}`,
  },

  leaving: {
    question: 'Leave without saving?',
    loss: 'What you entered on this page has not been saved and will be lost.',
    leave: 'Leave',
  },

  paging: {
    pages: 'Pages',
    previous: 'Previous',
    next: 'Next',
    position: (page: number, of: number) => `Page ${formatNumber(page)} of ${formatNumber(of)}`,
  },

  sharing: {
    link: 'Link to this page',
    embed: 'Embed code',
    save: 'Save the picture',
  },

  games: {
    modes: { race: 'Race', royale: 'Battle royale', tilt: 'Tilt level' },
    level: (level: number) => `Tilt level ${formatNumber(level)}`,
    on: (game: string, map: string) => `${game} on ${map}`,
    won: (marbles: number) => `<winner/> won among ${formatMarbles(marbles)} on <channel/>`,
    best: (survivors: number, marbles: number) =>
      `${formatNumber(survivors)} of ${formatMarbles(marbles)} survived on <channel/>; <winner/> did best`,
    survived: (survivors: number, marbles: number) =>
      `${formatNumber(survivors)} of ${formatMarbles(marbles)} survived on <channel/>`,
    passed: (outcome: string) => `Passed: ${outcome}`,
    failed: (outcome: string) => `Failed: ${outcome}`,
    nobody: (marbles: number) => `None of ${formatMarbles(marbles)} finished on <channel/>`,
  },

  events: {
    begins: 'Begins <time/>.',
    ends: 'Ends <time/>.',
    waiting: 'The results have not been revealed yet.',
    revealing: 'The results are being revealed now.',
    won: (points: string) => `Won by <winners/> with ${points} points.`,
    nobody: 'Nobody scored.',
    people: 'Organised by <organiser/>. Taking part: <streamers/>.',
    more: (count: number) => `${formatNumber(count)} more`,
  },

  progress: {
    bytes: (loaded: string, of: string) => `${loaded} of ${of}`,
    count: (label: string) => `${label} …`,
  },

  choosing: {
    nothingFound: 'Nothing found.',
    found: (options: number) => `${formatNumber(options)} found.`,
    chosen: (label: string) => `Chosen: ${label}`,
    remove: (name: string) => `Remove ${name}`,
  },

  figures: {
    rankOf: (rows: number) => `of ${formatNumber(rows)} on <board/>`,
    noChange: (what: string) => `No change ${what}`,
    change: (by: string, what: string) => `${by} ${what}`,
  },

  chart: {
    empty: 'Nothing to show yet',
    failed: 'Failed to create chart',
    bar: (title: string) => `${title}, bar chart`,
    line: (title: string) => `${title}, line chart`,
    pie: (title: string) => `${title}, pie chart`,
  },

  board: {
    hidden: 'Not revealed yet',
    racer: 'racer',
    own: {
      title: 'Your place',
      list: 'You and your neighbours',
      you: 'You',
      points: (gap: string, count: number) => `${gap} ${count === 1 ? 'point' : 'points'}`,
      ahead: (gap: string) => `${gap} ahead of you`,
      behind: (gap: string) => `${gap} behind you`,
      absent: 'You are not on this board yet.',
      go: 'Show me on the board',
    },
    racers: (count: number) => formatCount(count, { one: 'racer', other: 'racers' }),
    rank: (rank: number, names: string, points: string) =>
      `Rank ${formatNumber(rank)}: ${names}, ${points} points.`,
  },

  podium: {
    title: 'Podium',
    medal: { 1: 'Gold medal', 2: 'Silver medal', 3: 'Bronze medal' },
    nobody: { 1: 'Nobody in 1st place', 2: 'Nobody in 2nd place', 3: 'Nobody in 3rd place' },
    more: (names: number) => `and ${formatNumber(names)} more`,
    points: '<figure/> <unit>points</unit>',
  },
})

function formatMarbles(count: number): string {
  return formatCount(count, { one: 'marble', other: 'marbles' })
}
