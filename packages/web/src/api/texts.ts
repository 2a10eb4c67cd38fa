import { catalogue } from '#texts/language.ts'

export const texts = catalogue('api', {
  signedOut: 'You are no longer signed in.',
  forbidden: 'You do not have permission to see this.',
  actForbidden: 'You do not have permission to do this.',
  failed: (status: number) => `HTTP error! status: ${status}`,
  unreadable: 'The answer could not be read.',
  unreachable: 'The server could not be reached.',
})
