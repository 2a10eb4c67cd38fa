import { catalogue } from '#texts/language.ts'

export const texts = catalogue('events/public', {
  title: 'Events',
  lead: 'Several streamers, one board, one winner: what is on, what comes next, and who won.',
  now: 'Now',
  soon: 'Soon',
  past: 'Past events',
  pages: 'Pages of past events',
  none: 'No events yet',
  noneHint:
    'An event appears here once its organiser gives it a public page and lists it. To run one, sign in, create it under My Events, and open its control room.',
  nothingNow: 'No event is running.',
  nothingSoon: 'No event has been announced.',
  nothingPast: 'No event is over yet.',
  onFront: 'Events now and soon',
  noneNowOrSoon: 'No event is running or announced.',
  all: 'All events',
})
