import { expect, test } from 'vitest'
import { graphSpans } from './graph-spans.ts'

const line = { isWide: true, labelCount: 9 }
const of = (labelCount: number) => ({ isWide: false, labelCount })

test.each([
  ['nothing', [], []],
  ['a line alone', [line], [4]],
  ['lifetime: channels get what is left', [line, of(10), of(2), of(3)], [4, 2, 1, 1]],
  ['a channel: wins beside two parts', [line, of(2), of(9)], [4, 1, 3]],
  ['a season: figures alone', [of(1), of(2), of(1)], [1, 2, 1]],
  ['one', [of(3)], [4]],
  ['a row that is full', [of(1), of(9), of(3), of(2)], [1, 1, 1, 1]],
  ['two rows', [of(9), of(1), of(1), of(1), of(2), of(3)], [1, 1, 1, 1, 1, 3]],
  ['equals', [of(2), of(2)], [3, 1]],
])('%s', (_, graphs, spans) => {
  expect(graphSpans(graphs)).toEqual(spans)
})
