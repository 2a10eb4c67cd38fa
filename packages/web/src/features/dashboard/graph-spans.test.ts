import { expect, test } from 'vitest'
import { graphSpans } from './graph-spans.ts'

const line = { isWide: true, labelCount: 9 }
const narrow = (labelCount: number) => ({ isWide: false, labelCount })

test.each([
  ['nothing', [], []],
  ['a line alone', [line], [4]],
  [
    'lifetime: channels get the remaining columns',
    [line, narrow(10), narrow(2), narrow(3)],
    [4, 2, 1, 1],
  ],
  ['a channel: wins beside a two-part graph', [line, narrow(2), narrow(9)], [4, 1, 3]],
  ['a season: figures alone', [narrow(1), narrow(2), narrow(1)], [1, 2, 1]],
  ['one', [narrow(3)], [4]],
  ['a full row', [narrow(1), narrow(9), narrow(3), narrow(2)], [1, 1, 1, 1]],
  [
    'two rows',
    [narrow(9), narrow(1), narrow(1), narrow(1), narrow(2), narrow(3)],
    [1, 1, 1, 1, 1, 3],
  ],
  ['equals', [narrow(2), narrow(2)], [3, 1]],
])('%s', (_, graphs, spans) => {
  expect(graphSpans(graphs)).toEqual(spans)
})
