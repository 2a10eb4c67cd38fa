import { afterEach, expect, test, vi } from 'vitest'
import { currentLanguage, type Problem } from '#texts/language.ts'
import { ApiError, sentenceOf } from './api-error.ts'
import { readReply } from './call-api.ts'

/** A language with its own sentence for one code. */
function sayOwn({ error, code, params }: Problem): string {
  return code === 'no_such_code' ? `Der Code gilt ${params?.minutes} Minuten.` : error
}

afterEach(() => {
  vi.restoreAllMocks()
})

const readSentence = (reply: object) =>
  sentenceOf(
    new ApiError({ status: 404, reply: readReply(JSON.stringify(reply)), token: 'session' }),
  )

test('a language can make its own sentence from code and params; otherwise the server has one', () => {
  const refusal = {
    error: 'No computer is waiting with this code.',
    code: 'no_such_code',
    params: { minutes: 10 },
    requestId: '1',
  }
  const other = { error: 'There is no such companion.', code: 'no_such_companion', requestId: '2' }
  expect([readSentence(refusal), readSentence(other)]).toEqual([refusal.error, other.error])

  vi.spyOn(currentLanguage(), 'problemText').mockImplementation(sayOwn)
  expect([readSentence(refusal), readSentence(other)]).toEqual([
    'Der Code gilt 10 Minuten.',
    other.error,
  ])
})
