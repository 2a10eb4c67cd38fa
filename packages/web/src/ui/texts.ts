import { catalogue } from '#texts/language.ts'
import { formatNumber } from './format-number.ts'

export const texts = catalogue('ui', {
  loading: 'Loading...',
  error: (message: string) => `Error: ${message}`,
  retry: 'Try again',
  cancel: 'Cancel',
  part: {
    failed: 'This part of the page did not load. Reloading the page may help.',
    reload: 'Reload',
  },
  justNow: 'just now',

  notThere: {
    title: 'Not Found',
    hint: 'The link may be old, or a name may have changed. Search for it:',
    standings: 'See the standings',
  },

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

  plannedShow: 'Show <time/>',

  undoing: {
    undo: 'Undo',
    failed: (problem: string) => `It could not be undone: ${problem}`,
  },

  leaving: {
    question: 'Leave without saving?',
    loss: 'What you entered on this page has not been saved and will be lost.',
    leave: 'Leave',
  },

  periods: {
    before: { week: 'The week before', month: 'The month before' },
    after: { week: 'The week after', month: 'The month after' },
  },

  paging: {
    pages: 'Pages',
    previous: 'Previous',
    next: 'Next',
    position: (page: number, of: number) => `Page ${formatNumber(page)} of ${formatNumber(of)}`,
  },

  sharing: {
    share: 'Share',
    linkCopied: 'Link copied',
    refused: 'Copy the address of this page from the address bar.',
    link: 'Link to this page',
    embed: 'Embed code',
    save: 'Save the picture',
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

  columnMeanings: 'What the columns mean',

  chart: {
    empty: 'Nothing to show yet',
    failed: 'Failed to create chart',
    bar: (title: string) => `${title}, bar chart`,
    line: (title: string) => `${title}, line chart`,
    pie: (title: string) => `${title}, pie chart`,
  },

  board: {
    disqualified: { short: 'DSQ', long: 'Disqualified' },
    hidden: 'Not revealed yet',
    racer: 'racer',
    held: {
      afterShow: (days: string) => `Points of ${days} are shown after a show.`,
      afterShowOf: (days: string) => `Points of ${days} are shown after the show of <event/>.`,
      forYou: 'Until then, only the streamer and admins see this board.',
    },
  },
})
