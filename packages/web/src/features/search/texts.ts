import { catalogue } from '#texts/language.ts'
import { formatNumber } from '#ui/format-number.ts'

export const texts = catalogue('search', {
  open: 'Search',
  close: 'Close search',
  label: 'Search racers, channels, maps and events',
  placeholder: 'Search',
  placeholderInPage: 'Find a racer, channel, map or event',
  hint: 'Type the name of a racer, a channel, a map or an event.',
  results: 'Search results',
  kinds: { racers: 'Racers', channels: 'Channels', maps: 'Maps', events: 'Events' },
  by: 'by <creator/>',
  found: (results: number) => `${formatNumber(results)} found.`,
  nothing: 'Nothing found with that name.',
  nothingHint: 'You can find racers and maps after their first public result.',
})
