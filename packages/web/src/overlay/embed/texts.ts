import { catalogue } from '#texts/language.ts'

export const texts = catalogue('overlay/embed', {
  title: 'Board',
  loading: 'Loading...',
  gone: 'This board is not there any more, or it is not public.',
  none: 'Nobody is on this board yet.',
  hint: 'opens in a new tab',
})
