import { expect, test } from 'vitest'
import { parsePlatformAnswer } from './platform-answer.ts'

test('reads token and state from the fragment', () => {
  const hash = '#access_token=t0k&scope=user%3Aread%3Aemail&state=f00d&token_type=bearer'
  expect(parsePlatformAnswer({ hash, search: '' })).toEqual({
    accessToken: 't0k',
    state: 'f00d',
    isRefusal: false,
  })
})

test('takes no token from the query, which logs would record', () => {
  const answer = parsePlatformAnswer({ hash: '', search: '?access_token=t0k' })
  expect(answer.accessToken).toBeNull()
})

test.each([
  { hash: '', search: '?error=access_denied&state=f00d' },
  { hash: '#error=access_denied&state=f00d', search: '' },
])('recognises a refusal in $hash$search', (address) => {
  expect(parsePlatformAnswer(address)).toEqual({
    accessToken: null,
    state: 'f00d',
    isRefusal: true,
  })
})

test('finds nothing in a bare address or an empty token', () => {
  expect(parsePlatformAnswer({ hash: '', search: '' }).accessToken).toBeNull()
  expect(parsePlatformAnswer({ hash: '#access_token=', search: '' }).accessToken).toBeNull()
})
