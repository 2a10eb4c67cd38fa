import { catalogue } from '#texts/language.ts'

export const texts = catalogue('ui', {
  justNow: 'just now',
})
