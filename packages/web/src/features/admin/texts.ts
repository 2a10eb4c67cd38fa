import { clientIdSetting, platformName, SIGN_IN_PLATFORMS } from '@rollcall/scoring/platforms'
import { catalogue } from '#texts/language.ts'
import { formatCount, formatNumber } from '#ui/format-number.ts'
import { audit } from './audit-texts.ts'

export const texts = catalogue('admin', {
  audit,

  reports: {
    title: 'User Reports',
    lead: 'What people reported, and everybody who has signed in.',
    list: 'Reports',
    pages: 'Pages of reports',
    state: 'State',
    open: 'Open',
    resolved: 'Resolved',
    dismissed: 'Dismissed',
    noneOpen: 'No open reports.',
    noneResolved: 'No reports have been resolved.',
    noneDismissed: 'No reports have been dismissed.',
    noneOnPage: 'There is nothing left on this page.',
    wasResolved: 'The report about <name/> was resolved.',
    wasDismissed: 'The report about <name/> was dismissed.',
    place: 'in <place/>',
    deletedEvent: 'Deleted event',
    reportedBy: 'Reported by <reporter/>, <date/>',
    resolvedBy: 'Resolved by <admin/>, <date/>',
    dismissedBy: 'Dismissed by <admin/>, <date/>',
    whatWasWritten: (reporter: string) => `What ${reporter} wrote`,
    resolve: 'Resolve',
    resolveReport: 'Resolve report',
    resolveReportAbout: (name: string, reporter: string) =>
      `Resolve the report about ${name} by ${reporter}`,
    /** What an admin can do once it is open. */
    openTo: {
      leaderboard: 'Open it to check its games and uploads, and to leave games out of rankings.',
      event:
        'Open it to check its games and uploads, leave games out of rankings, or hide a display name.',
      'off-boards': 'Open it to put the name back on the boards.',
    },
    close: 'Resolve and Dismiss close it; you can answer the reporter.',
    openReport: 'Open report',
    openReportAbout: (name: string, reporter: string) => `Open report about ${name} by ${reporter}`,
    dismiss: 'Dismiss',
    dismissReport: 'Dismiss report',
    dismissReportAbout: (name: string, reporter: string) =>
      `Dismiss the report about ${name} by ${reporter}`,
    about: '<name/> in <place/>, reported by <reporter/>',
    note: 'Note',
    noteHint: 'Optional. Only admins see it.',
    answer: 'Answer to the reporter',
    answerHint: 'Optional. It is on the dashboard of the reporter for two weeks.',
    answered: 'The reporter was told: <answer/>',
    reopen: 'Take the decision back',
    names: 'Display names of this racer',
    nameOn: '<name/> on <channel/>',
    nameHidden: 'The login is shown in its place.',
    hideName: 'Show the login',
    hideNameOn: (channel: string) => `Show the login in place of the display name on ${channel}`,
    showName: 'Show the name again',
    showNameOn: (channel: string) => `Show the name again on ${channel}`,
    kind: 'User report',
    back: 'Back to the reports',
    games: 'Games of this row',
    gamesPages: 'Pages of games',
    noGames: 'No game of this row is stored.',
    game: '<game/> · <channel/>',
    gamePlace: (place: number | null, racers: number, points: string) =>
      place === null
        ? `${formatCount(racers, { one: 'marble', other: 'marbles' })}, ${points}`
        : `place ${formatNumber(place)} of ${formatNumber(racers)}, ${points}`,
    points: (count: number) => formatCount(count, { one: 'point', other: 'points' }),
    pointsUnknown: 'points unknown',
    uploadedFrom: (computer: string, date: string) => `uploaded from ${computer}, ${date}`,
    uploaded: (date: string) => `uploaded ${date}`,
    leaveOut: 'Leave out',
    leaveOutGame: (game: string, date: string) => `Leave out ${game}, ${date}`,
    countAgain: 'Count again',
    countGameAgain: (game: string, date: string) => `Count again: ${game}, ${date}`,
    leftOut: 'Left out by <admin/>, <date/>: <reason/>',
    leaveOutTitle: 'Leave the game out of rankings?',
    leaveOutResult:
      'It then counts nowhere, for nobody in it: no points, records, badges or luck. You can undo this at any time.',
    leaveOutReason: 'Why?',
    leaveOutReasons: {
      'wrong-result': 'Its result is wrong',
      cheating: 'Cheating',
      test: 'It was only a test',
      'counted-twice': 'It is counted twice',
      other: 'Another reason',
    },
    leaveOutReasonMissing: 'Please choose why.',
    onBoards: 'on the boards of <place/>',
    offBoards: 'Objection',
    objects:
      'The streamer does not want this name on the boards of the channel, and its owner objects.',
    isBack: 'The name is on the boards.',
    putBack: 'Put back on the boards',
    snapshots: 'Snapshots of this row',
    snapshot: '<channel/>, received <date/>',
  },

  users: {
    title: 'Users',
    list: 'List of users',
    pages: 'Pages of users',
    lookup: 'Lookup User',
    lookupHint: 'Search by user name',
    clear: 'user',
    loading: 'Loading...',
    found: (count: number) => formatCount(count, { one: 'user', other: 'users' }),
    none: 'No users match.',
    user: 'User',
    signedUp: 'Signed up',
    lastSeen: 'Last seen',
    lastUpload: 'Last upload',
    times: 'Last seen <seen/> · last upload <upload/>',
    timesWithoutUpload: 'Last seen <seen/> · no upload yet',
    admin: 'Admin',
  },

  settings: {
    title: 'Settings',
    lead: 'Settings used by the site and all companions. Changes apply immediately.',
    current: 'Current settings',
    labels: {
      season: 'Season',
      version: 'Version',
      dev_season: 'Development Season',
      dev_version: 'Development Version',
    },
    save: 'Save',
    saved: 'Success! Settings updated successfully.',
    failed: (problem: string) => `Error! Error updating settings: ${problem}`,
    seasonStarts: (season: string) =>
      `Season ${season} becomes the current season when you save: it is created and selected on the leaderboards.`,
    seasonIsAsked: (season: string, next: number) =>
      `Season ${season} becomes the current season when you save. The next one would be ${next}, so you will be asked to confirm.`,
    startSeason: (season: number) => `Start season ${season}?`,
    startResult: (season: number, current: number) =>
      `Season ${season} begins immediately for everybody, and season ${current} ends.`,
    start: 'Start season',
    changeSeason: 'Change the season?',
    skips: (current: number, season: number) =>
      `The season goes from ${current} to ${season} and skips ${formatNumber(season - current - 1)}.`,
    goesBack: (current: number, season: number) =>
      `The season goes back from ${current} to ${season}. Uploads for later seasons are refused.`,
    channelsChange: (channels: number, current: number, season: number) =>
      `${formatCount(channels, { one: 'channel has', other: 'channels have' })} results in season ${current}. They stay there, and new results count in season ${season}.`,
    companionsReset: (companions: number, season: number) =>
      companions === 0
        ? `Every public companion resets to season ${season} at its next check.`
        : `${formatCount(companions, { one: 'connected companion resets', other: 'connected companions reset' })} to season ${season} at the next check, and so does every public companion.`,
    eventsGoOn: (events: number) =>
      `${formatCount(events, { one: 'event is', other: 'events are' })} running. Events count days, not seasons, so nothing changes for them.`,
    undoneUntil:
      'You can undo this until a companion asks for the season or one of its results arrives.',
    change: 'Change season',
    lastChange: 'Last season change',
    hasChanged: (before: number, season: number, at: string) =>
      `Season ${season} has been the current one since ${at}. Before that, it was season ${before}.`,
    isFinal: {
      season_asked_for: 'This can no longer be undone: a companion has asked for the season.',
      season_has_results: 'This can no longer be undone: results of this season have arrived.',
    },
    isUndone: (season: number) => `Season ${season} is the current one again.`,
  },

  setup: {
    title: 'Left to set up',
    lead: 'Only admins see this. Names in capitals are environment variables of the server.',
    signIn: `Sign-in with ${SIGN_IN_PLATFORMS.map(platformName).join(' or ')}`,
    hasSignIn: 'People sign in with their own accounts.',
    noSignIn: `Anybody can sign in as anyone, for practice. To change that, set ${SIGN_IN_PLATFORMS.map(clientIdSetting).join(' or ')}.`,
    address: 'A public address',
    localAddress: (url: string) => `${url} works only on this computer. Set PUBLIC_URL.`,
    season: 'The current season',
    isSeason: (season: string) => `Season ${season}.`,
    isDefaultSeason: (season: string) =>
      `Season ${season} (default). Change it, or set SEASON to confirm it.`,
    companion: 'Rollcall Companion',
    hasCompanion: 'It is on the download page.',
    noCompanion: 'It is not on the download page yet.',
    publicVersion: "The public companion's version",
    updatesTo: (version: string) => `Public companions update to version ${version}.`,
    updatesWithoutInstaller: (version: string) =>
      `Public companions update to version ${version}. Its installer is not on the download page, so companions of any other version try to update and fail.`,
    noPublicVersion:
      'At every start, the public companion offers an update that has no version, and the update fails. <upload>Upload its installer</upload>, or enter the version that your streamers use under <settings>Settings</settings>.',
  },

  snapshots: {
    title: 'Snapshots',
    lead: 'The last three uploads of each season and event are kept. Put one back to make it count again, immediately and for everybody.',
    channel: 'Channel',
    channelHint: 'Name of a channel',
    channelRule: 'The full name, in upper or lower case.',
    clear: 'channel',
    shown: (channel: string) => `Snapshots of ${channel}.`,
    unasked: 'Enter a channel to see its snapshots.',
    none: 'There are no snapshots of a channel called <channel/>.',
    received: 'Received',
    day: 'Day',
    racers: 'Racers',
    points: 'Points',
    countsNow: 'Counts now',
    putBack: 'Put Back',
    putBackFrom: (received: string) => `Put Back the snapshot of ${received}`,
    isBack: (added: number, changed: number, removed: number) =>
      `This snapshot counts again. Racers: ${formatNumber(added)} added, ${formatNumber(changed)} changed, ${formatNumber(removed)} removed.`,
    question: 'Put this snapshot back?',
    result: ({ channel, of, received, racers, points }: SnapshotFacts) =>
      racers === null || points === null
        ? `In ${of}, ${channel} will then have what was uploaded on ${received}. The companion's next upload will replace it.`
        : `In ${of}, ${channel} will then have what was uploaded on ${received}: ${formatCount(racers, { one: 'racer', other: 'racers' })} with ${formatCount(points, { one: 'point', other: 'points' })}. The companion's next upload will replace it.`,
    confirm: 'Put back',
  },
})

interface SnapshotFacts {
  readonly channel: string
  /** The season or the event. */
  readonly of: string
  readonly received: string
  /** null, like the points, for snapshots from before these numbers were stored. */
  readonly racers: number | null
  readonly points: number | null
}
