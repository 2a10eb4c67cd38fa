import { catalogue } from '#texts/language.ts'
import { formatNumber } from '#ui/format-number.ts'

export const texts = catalogue('search', {
  open: 'Search',
  close: 'Close search',
  label: 'Search racers, channels, maps and events',
  placeholder: 'Search',
  hint: 'Type the name of a racer, a channel, a map or an event.',
  results: 'Search results',
  kinds: { racers: 'Racers', channels: 'Channels', maps: 'Maps', events: 'Events' },
  by: 'by <creator/>',
  found: (results: number) => `${formatNumber(results)} found.`,
  nothing: 'Nothing has a name like that.',
  nothingHint: 'Racers and maps appear here with their first result that everybody may see.',
  notLoaded: 'The search did not load. Check your connection, then try again.',
})
