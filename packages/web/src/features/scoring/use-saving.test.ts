import { expect, test } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import { explainSaveFailure } from './use-saving.ts'

const reply = { error: 'The leaderboard needs a name.', code: 'bad_request', requestId: '1' }

test.each([
  ['the server refuses', { status: 400, reply }, 'The leaderboard needs a name.', null],
  [
    'a proxy answers',
    { status: 502, reply: null },
    'An error occurred while saving',
    'HTTP error! status: 502',
  ],
  [
    'nobody answers',
    { status: null, reply: null },
    'An error occurred while saving',
    'The server could not be reached.',
  ],
  [
    'the answer has no id',
    { status: null, reply: null, isUnreadable: true },
    'Unexpected response from server',
    null,
  ],
])('when %s', (_, failure, message, detail) => {
  const error = new ApiError({ token: null, ...failure })
  expect(explainSaveFailure(error)).toEqual({ message, detail })
})

test('when our own code fails', () => {
  expect(explainSaveFailure(new Error('?')).message).toBe('An error occurred while saving')
})
