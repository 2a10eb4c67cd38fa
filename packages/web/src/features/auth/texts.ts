import { catalogue } from '#texts/language.ts'

/** Of the pages around the login page, which has texts of its own. */
export const texts = catalogue('auth', {
  attempting: 'Attempting to login...',
  loggingOut: 'Logging out...',
})
