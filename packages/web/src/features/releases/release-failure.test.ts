import { expect, test } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import {
  downloadFailureOf,
  installerProblemOf,
  latestFailureOf,
  uploadFailureOf,
} from './release-failure.ts'

const reply = { error: 'There is no such file.' }
const failed = (
  status: number | null,
  more: Partial<ConstructorParameters<typeof ApiError>[0]> = {},
) => new ApiError({ status, reply: null, token: null, ...more })
const offline = failed(null)

test('a latest version that did not come', () => {
  expect(latestFailureOf(failed(500)).message).toBe('HTTP error! status: 500')
  expect(latestFailureOf(failed(503, { reply })).message).toBe('There is no such file.')
  expect(latestFailureOf(offline).message).toBe('The server could not be reached.')
  expect(latestFailureOf(failed(null, { isUnreadable: true }))).toEqual({
    message: 'Latest file information is not available',
    detail: 'The answer could not be read.',
  })
})

test('a download that did not come', () => {
  expect(downloadFailureOf(failed(404, { reply })).message).toBe('There is no such file.')
  expect(downloadFailureOf(failed(null, { isUnreadable: true }))).toEqual({
    message: 'Invalid response format',
    detail: null,
  })
  expect(downloadFailureOf(failed(502))).toEqual({
    message: 'Invalid response format',
    detail: 'HTTP error! status: 502',
  })
  expect(downloadFailureOf(offline).message).toBe('The server could not be reached.')
})

test.each([
  [null, 'Please select a file to upload.'],
  [new File([], 'setup.msi'), 'Only files whose names end in .exe can be uploaded.'],
  [new File([], 'exe'), 'Only files whose names end in .exe can be uploaded.'],
  [new File([], 'Setup 2.EXE'), null],
])('file %#', (file, problem) => {
  expect(installerProblemOf(file)).toBe(problem)
})

test('an upload that did not arrive: a server that answered is quoted', () => {
  expect(uploadFailureOf(failed(409, { reply })).message).toBe('There is no such file.')
  expect(uploadFailureOf(failed(502)).message).toBe('HTTP error! status: 502')
  expect(uploadFailureOf(offline)).toEqual({
    message: 'Error uploading file.',
    detail: 'The server could not be reached.',
  })
})
