import { expect, test } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import { downloadFailureOf, latestFailureOf, NO_FILE_NAME } from './release-failure.ts'

const reply = { error: 'There is no such file.' }
const failed = (
  status: number | null,
  more: Partial<ConstructorParameters<typeof ApiError>[0]> = {},
) => new ApiError({ status, reply: null, token: null, ...more })
const offline = failed(null, { cause: new TypeError('offline') })

test('a latest version that did not come', () => {
  expect(latestFailureOf(failed(500)).message).toBe('HTTP error! status: 500')
  expect(latestFailureOf(failed(503, { reply })).message).toBe('There is no such file.')
  expect(latestFailureOf(offline).message).toBe('The server could not be reached.')
  expect(latestFailureOf(failed(null))).toEqual({
    message: NO_FILE_NAME,
    detail: 'The answer could not be read.',
  })
})

test('a download that did not come', () => {
  expect(downloadFailureOf(failed(404, { reply })).message).toBe('There is no such file.')
  expect(downloadFailureOf(failed(200))).toEqual({
    message: 'Invalid response format',
    detail: null,
  })
  expect(downloadFailureOf(failed(502))).toEqual({
    message: 'Invalid response format',
    detail: 'HTTP error! status: 502',
  })
  expect(downloadFailureOf(offline).message).toBe('The server could not be reached.')
})
