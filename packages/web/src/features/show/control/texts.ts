import { MAX_VIEWERS_DELAY_S } from '@rollcall/contract/show'
import { catalogue } from '#texts/language.ts'
import { formatCount, formatNumber } from '#ui/format-number.ts'

const racers = (count: number) => formatCount(count, { one: 'racer', other: 'racers' })
const games = (count: number) => formatCount(count, { one: 'game', other: 'games' })
const rows = (count: number) => formatCount(count, { one: 'row', other: 'rows' })

export const texts = catalogue('show/control', {
  title: 'Control Room',
  back: 'Back to My Events',
  openStage: 'Open the Stage',
  leaderboard: 'Leaderboard',
  preview: 'On stage now',
  viewersPreview: 'What viewers see now',
  viewersPreviewHint:
    'You run this show without its hidden rows: you see what viewers see, when they see it, and nothing of a rehearsal.',
  allStreamers: 'All Streamers',

  controls: {
    title: 'Show',
    phases: { waiting: 'Not started', rehearsal: 'Rehearsal', live: 'Live', final: 'Over' },

    board: 'Board',
    startRank: 'Start at rank',
    startRankHint: 'The show starts with this rank and all below it uncovered.',
    startRankProblem: 'Enter a whole number, 1 or higher.',
    start: 'Start Show',
    rehearse: 'Rehearse',
    noResults: 'No results yet',
    startHint: 'Starting freezes the results. You can add late uploads later.',
    rehearseHint: 'A rehearsal uses invented names, and only you see it.',

    arrivals: 'New results have come in. They are held until you accept them.',
    accept: 'Accept new results',
    reveal: (rank: number) => `Reveal Rank ${formatNumber(rank)}`,
    points: (rank: number) => `Points of Rank ${formatNumber(rank)}`,
    name: (rank: number) => `Name of Rank ${formatNumber(rank)}`,
    /** For those who do not know the next rank. */
    next: { reveal: 'Reveal Next', points: 'Points of Next', name: 'Name of Next' },
    duel: {
      gap: 'Duel: The Gap',
      totals: 'Duel: Count Both Up',
      names: 'Duel: Name Both',
    },
    hold: 'Hold before the next name (H)',
    holdHint: 'The next press then shows only the points, and the one after it the name.',
    pressesLeft: (count: number) =>
      `${formatCount(count, { one: 'press', other: 'presses' })} until the podium is open`,
    nextRows: 'Only you see what comes next',
    showPodium: 'Show Podium',
    goBack: 'Back',
    jumpRank: 'Jump to rank',
    jump: 'Jump',
    straightToPodium: 'Straight to the podium',
    endRehearsal: 'End the rehearsal',
    finish: 'Finish the show',
    finishQuestion: 'Finish the show?',
    finishResult:
      'Everybody will see the whole board, and the results will be final. Only a reset undoes that.',
    reset: 'Reset the show',
    resetQuestion: 'Reset the show?',
    resetResult:
      "All ranks will be hidden again. The next start uses the results as they are then. You can't un-show what viewers saw.",
  },

  league: {
    table: (league: string) => `Table of ${league}`,
    teams: (league: string) => `Teams of ${league}`,
    notReady:
      "The league's table can be shown once this round counts in it: end the round, and show its own results first if they are sealed.",
    start: { table: 'Show the table of the league', teams: 'Show the teams of the league' },
    hint: "The public page and the overlay then show that table. This event's results stay open.",
    resetResult:
      "The league's table will be hidden again. If this event's own show came before it, its results are back. You can't un-show what viewers saw.",
  },

  /** What each place shows. */
  places: {
    label: 'What each place shows now',
    stage: (shown: string) => `Stage: ${shown}`,
    overlay: (shown: string) => `Overlay: ${shown}`,
    publicPage: (shown: string) => `Public page: ${shown}`,
    participants: (shown: string) => `Participants: ${shown}`,

    nothing: 'nothing',
    standings: 'standings',
    countedStandings: (count: number) => `standings, ${rows(count)}`,
    rank: (rank: number) => `rank ${formatNumber(rank)}`,
    rankOf: (rank: number, of: number) => `rank ${formatNumber(rank)} of ${formatNumber(of)}`,
    podium: 'podium',
    finalResults: (count: number) => `final results, ${rows(count)}`,
    allResults: 'all results',
    off: 'off',
    rehearsed: (shown: string) => `${shown}, invented names`,
    withoutAddress: (shown: string) => `${shown}; it has no address yet`,
    withoutLink: (shown: string) => `${shown}; it has no link yet`,
    soon: (shown: string, next: string, seconds: number) =>
      `${shown}, ${next} in ${formatNumber(seconds)} s`,
  },

  streamers: {
    title: (received: number, of: number) =>
      `Results: ${formatNumber(received)} of ${formatNumber(of)}`,
    waiting: 'Waiting for results',
    received: 'Received <time/>',
    counts: (racerCount: number, gameCount: number) => `${racers(racerCount)}, ${games(gameCount)}`,
    heldGames: (count: number) =>
      `${formatCount(count, { one: 'game is', other: 'games are' })} held until another event's show.`,
    heldSnapshot: "The latest results are held until another event's show.",
    declinedSeal: 'Declined the seal. Other events show games that finish after that.',
    noSealAnswer:
      'Has not agreed to the seal yet. Other events show games that finish before the answer.',
    allowsNoPause: "Doesn't let this show pause the channel's overlay",
    arrived: 'New since the show began',
  },

  settings: {
    title: 'Who sees what',
    isSealed: {
      label: 'Results sealed until the reveal',
      description:
        "Participants see only what the show has uncovered. Your games, and those of streamers who agree, appear in other events only after the show, or a week after the event's end. Until then, their channels have no public points for the days on which these games were played. If two sealed events are on the same days, both organisers see the results before either show. Season totals go on at once, so somebody who keeps looking at them can still work points out.",
    },
    isPublic: {
      label: 'Public page',
      description: 'Anybody with the link can see it, without signing in.',
    },
    isListed: {
      label: 'Search engines may list the public page',
      description: 'While this is off, only people with the link can find it.',
    },
    pausesOverlays: {
      label: "Pause the channels' overlays during the show",
      description:
        'Season standings stay public, and so do points of days without held games; this hides them on stream.',
    },
    holdsNames: {
      label: 'Always hold before the names of ranks 3, 2 and 1',
      description:
        'Each of them then takes two presses: first the points, then the name. The duel for rank 1 has its own steps.',
    },
    delay: 'Stream delay (seconds)',
    delayHint:
      "Viewers get your stream 5 to 20 seconds late. Enter that delay, and the public page, chat and pictures won't spoil it. It applies from your next press.",
    delayProblem: `Enter a whole number from 0 to ${formatNumber(MAX_VIEWERS_DELAY_S)}.`,
    unsealQuestion: 'Switch the seal off?',
    unsealResult:
      'Held games will become visible to everybody, in every event, for good. If you seal the event again, streamers will have to agree again.',
    unseal: 'Switch off',
  },

  links: {
    title: 'Links to copy',
    stage: 'Stage',
    public: {
      label: 'Public page',
      make: 'Make a link',
      replace: 'Replace the link',
      question: 'Replace the link?',
      loss: 'The old link stops working immediately, wherever you shared it.',
    },
    overlay: {
      label: 'Overlay for OBS',
      make: 'Create overlay link',
      replace: 'Reset link',
      question: 'Reset link?',
      loss: 'The old link stops working immediately. Paste the new one into OBS afterwards.',
    },
    control: {
      label: 'Control address for a Stream Deck',
      make: 'Create control address',
      replace: 'Replace the control address',
      question: 'Replace the control address?',
      loss: 'The old address stops working immediately. Paste the new one into your keys afterwards.',
    },
    controlHint:
      'A POST to this address takes the next step; with back, hold or podium at its end, it does that. Anybody who has it can move the show, so keep it off the stream.',
    publicIsOff: 'The link works once the public page is on.',
    overlayOptions: 'Choose how the overlay looks',
  },

  board: {
    title: 'The whole board',
    hint: 'Only you can see this list. Keep it off the stream.',
    lookup: 'Find a racer',
    whose: 'Whose board',
    hidden: 'hidden',
    empty: 'No racers here',
    emptyHint: 'Racers appear here as soon as a streamer sends results.',
    notFoundHint: 'No racer with that name is on the board.',
  },
})
