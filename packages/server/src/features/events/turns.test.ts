import { expect, it } from 'vitest'
import { turnsOf } from './turns.ts'

const BUSY = 1
const OTHER = 2

/** Work that is done when it is told to be. */
function openWork(begun: string[], name: string) {
  const end = Promise.withResolvers<string>()
  return {
    finish: () => end.resolve(name),
    work: () => {
      begun.push(name)
      return end.promise
    },
  }
}

it('organisers take turns, whoever of them asks for more', async () => {
  const begun: string[] = []
  const takeTurns = turnsOf(1)
  const works = ['a', 'b', 'c', 'd'].map((name) => openWork(begun, name))
  const other = openWork(begun, 'other')
  const done = works.map(({ work }) => takeTurns(BUSY, work))
  const otherDone = takeTurns(OTHER, other.work)
  expect(begun).toEqual(['a'])
  for (const { finish } of [...works, other]) {
    finish()
  }
  expect(await Promise.all([...done, otherDone])).toEqual(['a', 'b', 'c', 'd', 'other'])
  expect(begun).toEqual(['a', 'b', 'other', 'c', 'd'])
})

it('runs so many at once, also after one that fails', async () => {
  const begun: string[] = []
  const takeTurns = turnsOf(2)
  const failing = takeTurns(BUSY, async () => {
    throw new Error('it fails')
  })
  const works = ['a', 'b'].map((name) => openWork(begun, name))
  const done = works.map(({ work }) => takeTurns(BUSY, work))
  await expect(failing).rejects.toThrow('it fails')
  await expect.poll(() => begun).toEqual(['a', 'b'])
  for (const { finish } of works) {
    finish()
  }
  expect(await Promise.all(done)).toEqual(['a', 'b'])
})

it('refuses more than a hundred that wait, and takes those of others', async () => {
  const takeTurns = turnsOf(1)
  const { work, finish } = openWork([], 'done')
  const done = Array.from({ length: 101 }, () => takeTurns(BUSY, work))
  await expect(takeTurns(BUSY, work)).rejects.toThrow('Too many events')
  const other = takeTurns(OTHER, work)
  finish()
  expect(new Set(await Promise.all([...done, other]))).toEqual(new Set(['done']))
})
