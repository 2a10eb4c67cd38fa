import { expect, test } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import { installerProblemOf, uploadFailureOf } from './upload-failure.ts'

test.each([
  [null, 'Please select a file to upload.'],
  [new File([], 'setup.msi'), 'Only a file whose name ends in .exe can be uploaded.'],
  [new File([], 'exe'), 'Only a file whose name ends in .exe can be uploaded.'],
  [new File([], 'Setup 2.EXE'), null],
])('file %#', (file, problem) => {
  expect(installerProblemOf(file)).toBe(problem)
})

test('a server that answered is quoted', () => {
  const reply = { error: 'There is one already.' }
  expect(uploadFailureOf(new ApiError({ status: 409, reply, token: null })).message).toBe(
    'There is one already.',
  )
  expect(uploadFailureOf(new ApiError({ status: 502, reply: null, token: null })).message).toBe(
    'HTTP error! status: 502',
  )
})

test('a call that threw has its own words', () => {
  const cause = new TypeError('broken')
  expect(uploadFailureOf(new ApiError({ status: null, reply: null, token: null, cause }))).toEqual({
    message: 'Error uploading file.',
    detail: 'The server could not be reached.',
  })
})
