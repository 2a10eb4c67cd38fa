import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { problemIn, saying } from './problem.ts'

const says = saying({
  name_missing: 'It needs a name.',
  name_too_long: ({ most }: { most: number }) => `A name has at most ${most} characters.`,
})
const schema = z.object({
  name: z.string(says('name_missing')).check(z.maxLength(3, says('name_too_long', { most: 3 }))),
  points: z.optional(z.number()),
})
const problemOf = (given: unknown) => {
  const [issue] = schema.safeParse(given).error?.issues ?? []
  return issue && { message: issue.message, problem: problemIn(issue) }
}

test('an issue has the problem that its check reports', () => {
  expect(problemOf({ name: 'four' })).toEqual({
    message: 'A name has at most 3 characters.',
    problem: {
      error: 'A name has at most 3 characters.',
      code: 'name_too_long',
      params: { most: 3 },
    },
  })
  expect(problemOf({})).toMatchObject({
    message: 'It needs a name.',
    problem: { code: 'name_missing', params: {} },
  })
})

test('an issue has no problem if its check reports none', () => {
  expect(problemOf({ name: 'a', points: 'many' })).toMatchObject({ problem: null })
})
