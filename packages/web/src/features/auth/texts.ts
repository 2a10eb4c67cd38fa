import { catalogue } from '#texts/language.ts'

/** For the pages around the login page, which has its own texts. */
export const texts = catalogue('auth', {
  attempting: 'Attempting to login...',
  loggingOut: 'Logging out...',
})
