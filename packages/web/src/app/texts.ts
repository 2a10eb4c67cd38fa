import { catalogue } from '#texts/language.ts'
import { formatCount } from '#ui/format-number.ts'

export const texts = catalogue('app', {
  /** Names of pages, for the tab's title and for menus. */
  pages: {
    front: (product: string) => `${product} – marble race standings and live reveals`,
    login: 'Login',
    logout: 'Logout',
    unauthorized: 'Unauthorized',
    notFound: 'Not Found',

    seasons: 'Dashboard - Seasons',
    season: (season: string) => `Dashboard - Season ${season}`,
    lifetime: 'Dashboard - Lifetime',
    channels: 'Dashboard - Channels',
    channel: (name: string) => `Dashboard - ${name}`,
    channelSeason: (name: string, season: string) => `Dashboard - ${name} - Season ${season}`,

    leaderboards: 'Leaderboards',
    myEvents: 'My Events',
    createEvent: 'Create Event',
    manageEvent: 'Manage Event',
    eventSeries: 'Event Series',
    team: 'Team',
    eventLeaderboard: 'Event Leaderboard',
    leaderboardSetup: 'Leaderboard Setup',
    controlRoom: 'Control Room',
    stage: 'Stage',
    overlays: 'Overlays for OBS',
    scoring: 'Leaderboard Configurations',
    publicEvent: 'Event',
    league: 'League',

    channelPage: 'Channel',
    night: 'Night',
    events: 'Events',
    game: 'Game',
    maps: 'Maps',
    map: 'Map',
    luckiest: 'The Luckiest of the Week',
    racer: 'Racer',
    seasonStandings: 'Season',
    versus: 'Head to Head',

    myUploads: 'My Uploads',
    download: 'Download',
    connect: 'Connect a Companion',
    apiKeys: 'API Keys',
    account: 'Your Account',

    settings: 'Settings',
    uploadVersion: 'Upload New Version',
    createPatchNote: 'Create Patch Note',
    editPatchNote: 'Edit Patch Note',
    userReports: 'User Reports',
    csvTesting: 'CSV Upload Testing',
    snapshots: 'Snapshots',
    auditLog: 'Audit Log',
  },

  site: {
    label: 'Site',
    seasons: 'Seasons',
    luck: 'Luck',
    front: 'Front Page',
  },

  shell: {
    skip: 'Skip to content',
    openMenu: 'Open menu',
    closeMenu: 'Close menu',
    menu: 'Menu',
    yourDashboard: 'Your dashboard',
    noName: 'Error',
    logout: 'Logout',
  },

  sidebar: {
    label: 'Main',
    dashboard: 'Dashboard',
    download: (product: string) => `Download ${product}`,
    leaderboards: 'Streamer Leaderboards',
    adminMenu: 'Admin Menu',
    openReports: (count: number) =>
      ` ${formatCount(count, { one: 'report waits', other: 'reports wait' })}`,
    settings: (product: string) => `${product} Settings`,
    projectBoard: 'Project Board',
    newTab: '(opens in a new tab)',
  },

  notFound: {
    title: '404 - Page Not Found',
    text: 'Sorry, the page you are looking for does not exist.',
    search: 'The search may find it:',
  },

  unauthorized: {
    title: '401 - Unauthorized Access',
    text: 'You do not have permission to access this page.',
    noAccess: 'You are signed in, but this account does not have access.',
    admins: 'This page is for admins only.',
    shows: "Only an event's organiser and admins can run its show.",
    managing: "Only an event's creator and admins can manage it.",
    events: 'Only the organiser and the streamers who take part can see this.',
    signIn: 'Sign in',
    otherAccount: 'Use another account',
  },

  failed: {
    title: 'Unexpected Application Error!',
    chunk: 'A part of the page did not load. Check your connection, then try again.',
    page: 'Something broke on this page. Nothing you saved is lost.',
  },

  goTo: {
    dashboard: 'Go to Dashboard',
    myEvents: 'Go to My Events',
    leaderboards: 'Go to the leaderboards',
    login: 'Go to the login page',
  },
})
