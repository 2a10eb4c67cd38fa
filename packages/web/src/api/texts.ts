import { catalogue } from '#texts/language.ts'

export const texts = catalogue('api', {
  signedOut: 'You are no longer signed in.',
  forbidden: 'You do not have permission to see this.',
  failed: (status: number) => `HTTP error! status: ${status}`,
  unreadable: 'The answer could not be read.',
  unreachable: 'The server could not be reached.',
  crowded:
    'Without https, only four pages of this site can update live in one browser. The others refresh every 5 seconds. Close some of them, or open the site over https.',
})
