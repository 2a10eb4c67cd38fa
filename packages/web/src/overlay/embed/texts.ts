import { catalogue } from '#texts/language.ts'

export const texts = catalogue('overlay/embed', {
  title: 'Board',
  loading: 'Loading...',
  gone: "This board no longer exists, or it isn't public.",
  none: 'Nobody is on this board yet.',
  hint: 'opens in a new tab',
})
