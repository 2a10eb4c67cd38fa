import { describe, expect, it } from 'vitest'
import { FileProblem, fileWarning, inPart, WarningList } from './problem.ts'
import { catchProblem } from './testing/samples.ts'

const CELL = { line: 7, column: 2, heading: 'points' }

describe('a problem of a file', () => {
  it('has params beside its sentence, including the heading of the column', () => {
    const problem = new FileProblem('bad_value', { reason: 'not_a_day', value: 'soon' }, CELL)
    expect(problem).toMatchObject({
      code: 'bad_value',
      params: { reason: 'not_a_day', value: 'soon', heading: 'points' },
      sentence: '"soon" is not a day written as YYYY-MM-DD.',
      message: 'Line 7, column 2 (points): "soon" is not a day written as YYYY-MM-DD.',
    })
  })

  it('has no params if there are no facts in its sentence', () => {
    expect(new FileProblem('mixed_snapshots', {}).params).toEqual({})
    expect(new FileProblem('duplicate_racer', { login: 'ada' }).params).toEqual({ login: 'ada' })
  })

  it('keeps its params when it gets a part and when it is sent between threads', () => {
    const thrown = new FileProblem('too_large', { reason: 'long_cell', most: 512 }, CELL)
    const problem = catchProblem(() =>
      inPart('viewerData', () => {
        throw thrown
      }),
    )
    expect(problem.params).toEqual(thrown.params)
    expect(problem.message).toBe(
      'viewerData, line 7, column 2 (points): The cell has more than the allowed 512 characters.',
    )
    const { code, params, part, line, column } = problem
    const received = FileProblem.again(structuredClone({ code, params, part, line, column }))
    expect(received).toEqual(problem)
  })

  it('describes the headings of a newer format in the same words', () => {
    const params = { formats: ['a'], nearest: 'a', expected: ['b, c'], found: 'd' }
    const header = new FileProblem('unknown_header', { reason: 'other_headings', ...params })
    expect(FileProblem.again({ ...header, code: 'unknown_schema' })).toMatchObject({
      params: { reason: 'other_headings', ...params },
      message: `The game wrote this file in a newer format, which Rollcall does not know yet. ${header.message}`,
    })
  })
})

describe('warnings', () => {
  it('are codes, with params if there are facts in their sentence', () => {
    expect(fileWarning('points_differ', { points: 4, sum: 3 }, { line: 2 })).toEqual({
      code: 'points_differ',
      params: { points: 4, sum: 3 },
      line: 2,
    })
    expect(fileWarning('levels_mixed', {})).not.toHaveProperty('params')
  })

  it('are only counted beyond twenty with the same code', () => {
    const list = new WarningList()
    for (let line = 1; line <= 23; line++) {
      list.add(fileWarning('row_without_name', {}, { line }))
    }
    expect(list.list().slice(19)).toMatchObject([
      { code: 'row_without_name', line: 20 },
      {
        code: 'row_without_name',
        params: { reason: 'more', count: 3 },
      },
    ])
  })
})
