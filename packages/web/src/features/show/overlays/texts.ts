import { catalogue } from '#texts/language.ts'
import { formatNumber } from '#ui/format-number.ts'

export const texts = catalogue('show/overlays', {
  title: 'Overlays for OBS',
  lead: 'Pages with a transparent background, for a browser source in OBS or similar software.',
  backToEvents: 'Back to My Events',
  backToLeague: 'Back to the league',
  backToControlRoom: 'Back to Control Room',

  ofEvent: {
    title: (event: string) => `Overlay of ${event}`,
    lead: 'Shows the standings until the event ends or its show begins, then the reveal, the podium and the final results.',
  },
  ofChannel: {
    title: 'Overlay of your channel',
    lead: "Shows your channel's best racers of today or of the season. New points slide in after each game. Today's board is empty until the first game.",
    hint: "Each event has its own overlay. You'll find it in the event's control room, under My Events.",
  },

  ofLeague: {
    title: (league: string) => `Overlay of ${league}`,
    lead: "Shows the first rows of the league's table, and changes after each round. Anyone with the league's link can use it.",
  },

  steps: {
    title: 'Into OBS in three steps',
    add: 'Under Sources, press + and choose Browser.',
    paste: 'Paste the link as the URL. Set the width to 1920 and the height to 1080.',
    place: 'Press OK, and drag the source above your game. From then on, it updates automatically.',
  },

  address: {
    label: 'Overlay link',
    make: 'Create overlay link',
    replace: 'Reset link',
    question: 'Reset link?',
    loss: 'The old link stops working immediately. Paste the new one into OBS afterwards.',
    preview: 'Preview',
  },

  options: {
    streamer: 'Standings of',
    streamerHint: 'The reveal always shows the board that the show was started with.',
    allStreamers: 'All Streamers',
    points: 'Points of',
    today: 'Today',
    season: 'The season',
    division: 'Division',
    everybody: 'All racers',
    table: 'Table of',
    racers: 'Racers',
    teams: 'Teams',
    side: 'Side',
    left: 'Left',
    right: 'Right',
    colours: 'Colours',
    dark: 'Dark',
    light: 'Light',
    background: 'Background',
    text: 'Text',
    ownColors: 'Text that would be hard to read gets a shadow.',
    rows: 'Rows',
    columns: 'Columns',
    size: 'Size in percent',
    font: 'Text size in percent',
    opacity: 'Opacity of the background in percent',
    range: (least: number, most: number) =>
      `Enter a whole number from ${formatNumber(least)} to ${formatNumber(most)}.`,
  },

  pausing: {
    title: 'Shows that pause your overlay',
    lead: "You take part in these events but don't run them.",
    allow: (event: string, organiser: string) =>
      `Let the show of ${event}, by ${organiser}, pause your overlay while it is live`,
  },
})
