import { expect, test } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import {
  explainDownloadFailure,
  explainLatestFailure,
  explainUploadFailure,
  findInstallerProblem,
} from './release-failure.ts'

const reply = { error: 'There is no such file.' }
const failed = (
  status: number | null,
  more: Partial<ConstructorParameters<typeof ApiError>[0]> = {},
) => new ApiError({ status, reply: null, token: null, ...more })
const offline = failed(null)

test('explains why the latest version is missing', () => {
  expect(explainLatestFailure(failed(500)).message).toBe('HTTP error! status: 500')
  expect(explainLatestFailure(failed(503, { reply })).message).toBe('There is no such file.')
  expect(explainLatestFailure(offline).message).toBe('The server could not be reached.')
  expect(explainLatestFailure(failed(null, { isUnreadable: true }))).toEqual({
    message: 'Latest file information is not available',
    detail: 'The answer could not be read.',
  })
})

test('explains why a download failed', () => {
  expect(explainDownloadFailure(failed(404, { reply })).message).toBe('There is no such file.')
  expect(explainDownloadFailure(failed(null, { isUnreadable: true }))).toEqual({
    message: 'Invalid response format',
    detail: null,
  })
  expect(explainDownloadFailure(failed(502))).toEqual({
    message: 'Invalid response format',
    detail: 'HTTP error! status: 502',
  })
  expect(explainDownloadFailure(offline).message).toBe('The server could not be reached.')
})

test.each([
  [null, 'Please select a file to upload.'],
  [new File([], 'setup.msi'), 'Only files whose names end in .exe can be uploaded.'],
  [new File([], 'exe'), 'Only files whose names end in .exe can be uploaded.'],
  [new File([], 'Setup 2.EXE'), null],
])('file %#', (file, problem) => {
  expect(findInstallerProblem(file)).toBe(problem)
})

test('explains why an upload failed, quoting the server if it answered', () => {
  expect(explainUploadFailure(failed(409, { reply })).message).toBe('There is no such file.')
  expect(explainUploadFailure(failed(502)).message).toBe('HTTP error! status: 502')
  expect(explainUploadFailure(offline)).toEqual({
    message: 'Error uploading file.',
    detail: 'The server could not be reached.',
  })
})
