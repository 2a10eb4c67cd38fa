import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Entry, Queue, type QueueRules } from './queue.ts'

const A = 'a'
const B = 'b'

const queueOf = (rules: Omit<QueueRules, 'refuse'>) =>
  new Queue({ ...rules, refuse: (reason) => new Error(reason) })

/** Sends entries into a queue by name; each stays inside until the test lets it leave. */
class Visitors {
  readonly inside: string[] = []
  readonly #queue: Queue
  readonly #ends = new Map<string, () => void>()

  constructor(queue: Queue) {
    this.#queue = queue
  }

  send(name: string, entry: Entry): Promise<string> {
    const end = Promise.withResolvers<void>()
    this.#ends.set(name, end.resolve)
    return this.#queue.run(entry, async () => {
      this.inside.push(name)
      await end.promise
      this.inside.splice(this.inside.indexOf(name), 1)
      return name
    })
  }

  async leave(name: string): Promise<void> {
    this.#ends.get(name)?.()
    await expect.poll(() => this.inside).not.toContain(name)
    await settled()
  }
}

/** Resolves after everything that needs no timer has happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('room', () => {
  it('is given at once up to the capacity, and again after somebody leaves', async () => {
    const visitors = new Visitors(queueOf({ capacity: 2 }))
    const all = ['1', '2', '3'].map((name) => visitors.send(name, { owner: A }))
    await settled()
    expect(visitors.inside).toEqual(['1', '2'])
    await visitors.leave('1')
    expect(visitors.inside).toEqual(['2', '3'])
    await visitors.leave('2')
    await visitors.leave('3')
    expect(await Promise.all(all)).toEqual(['1', '2', '3'])
  })

  it('is given back by work that fails', async () => {
    const queue = queueOf({ capacity: 1 })
    const failing = queue.run({ owner: A }, async () => {
      throw new Error('it fails')
    })
    const next = queue.run({ owner: A }, async () => 'done')
    await expect(failing).rejects.toThrow('it fails')
    expect(await next).toBe('done')
  })

  it('is in units: an owner gets a share of them, and a larger entry gets the room alone', async () => {
    const visitors = new Visitors(queueOf({ capacity: 8, share: 4 }))
    void visitors.send('3 of a', { owner: A, size: 3 })
    void visitors.send('2 of a', { owner: A, size: 2 })
    void visitors.send('1 of a', { owner: A, size: 1 })
    void visitors.send('9 of b', { owner: B, size: 9 })
    await settled()
    expect(visitors.inside).toEqual(['3 of a', '1 of a'])
    await visitors.leave('3 of a')
    await visitors.leave('1 of a')
    expect(visitors.inside).toEqual(['2 of a'])
    await visitors.leave('2 of a')
    expect(visitors.inside).toEqual(['9 of b'])
  })

  it('is guaranteed to an owner even if others use all of it', async () => {
    const visitors = new Visitors(queueOf({ capacity: 3, guaranteed: 2 }))
    for (const name of ['a1', 'a2', 'a3', 'a4']) {
      void visitors.send(name, { owner: A })
    }
    await settled()
    expect(visitors.inside).toEqual(['a1', 'a2', 'a3'])
    for (const name of ['b1', 'b2', 'b3']) {
      void visitors.send(name, { owner: B })
    }
    await settled()
    expect(visitors.inside).toEqual(['a1', 'a2', 'a3', 'b1', 'b2'])
  })

  it('is given to one entry of a key at a time, regardless of size', async () => {
    const visitors = new Visitors(queueOf({ capacity: 1 }))
    void visitors.send('large', { owner: A, key: 'one' })
    void visitors.send('small', { owner: B, key: 'one', size: 0 })
    void visitors.send('elsewhere', { owner: B, key: 'other', size: 0 })
    await settled()
    expect(visitors.inside).toEqual(['large', 'elsewhere'])
    await visitors.leave('large')
    expect(visitors.inside).toEqual(['elsewhere', 'small'])
  })
})

it('owners take turns, no matter how much one of them asks for', async () => {
  const visitors = new Visitors(queueOf({ capacity: 1 }))
  const begun: string[] = []
  for (const name of ['a1', 'a2', 'a3', 'a4']) {
    void visitors.send(name, { owner: A })
  }
  void visitors.send('b1', { owner: B })
  void visitors.send('b2', { owner: B })
  await settled()
  for (let left = 6; left > 0; left -= 1) {
    const [name = ''] = visitors.inside
    begun.push(name)
    await visitors.leave(name)
  }
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4'])
})

describe('waiting', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
  afterEach(() => void vi.useRealTimers())

  it('is limited for each owner and each key, and entries of size 0 do not count', async () => {
    const visitors = new Visitors(queueOf({ capacity: 1, maxWaiting: 1 }))
    void visitors.send('inside', { owner: A, key: 'one' })
    void visitors.send('small', { owner: A, key: 'one', size: 0 })
    void visitors.send('waiting', { owner: A, key: 'two' })
    await expect(visitors.send('', { owner: A, key: 'three' })).rejects.toThrow('too many')
    await expect(visitors.send('', { owner: B, key: 'two' })).rejects.toThrow('too many')
    void visitors.send('other', { owner: B, key: 'three' })
    await visitors.leave('inside')
    expect(visitors.inside).toEqual(['small', 'other'])
    await visitors.leave('other')
    expect(visitors.inside).toEqual(['small', 'waiting'])
  })

  it('ends at the deadline and leaves the room to others', async () => {
    const visitors = new Visitors(queueOf({ capacity: 1 }))
    void visitors.send('inside', { owner: A })
    const late = visitors.send('late', { owner: A, deadline: performance.now() + 1_000 })
    const refused = expect(late).rejects.toThrow('too late')
    void visitors.send('patient', { owner: A })
    vi.advanceTimersByTime(1_000)
    await refused
    await visitors.leave('inside')
    expect(visitors.inside).toEqual(['patient'])
  })

  it('ends a while after the queue is closed', async () => {
    const queue = queueOf({ capacity: 1 })
    const visitors = new Visitors(queue)
    void visitors.send('inside', { owner: A })
    void visitors.send('next', { owner: A })
    const last = visitors.send('last', { owner: A })
    const refused = expect(last).rejects.toThrow('stopping')
    queue.close({ afterMs: 5_000 })
    vi.advanceTimersByTime(4_000)
    await visitors.leave('inside')
    expect(visitors.inside).toEqual(['next'])
    vi.advanceTimersByTime(1_000)
    await refused
    await expect(visitors.send('', { owner: B })).rejects.toThrow('stopping')
    await visitors.leave('next')
    void visitors.send('with room', { owner: B })
    await settled()
    expect(visitors.inside).toEqual(['with room'])
  })
})

it('never has more inside than there is room for, and in the end lets everybody in', async () => {
  const entries = fc.array(
    fc.record({
      owner: fc.constantFrom('a', 'b', 'c'),
      size: fc.integer({ min: 0, max: 3 }),
      key: fc.option(fc.constantFrom('one', 'two'), { nil: undefined }),
      rounds: fc.integer({ min: 0, max: 3 }),
    }),
    { maxLength: 30 },
  )
  const CAPACITY = 4
  const SHARE = 3
  await fc.assert(
    fc.asyncProperty(entries, async (asked) => {
      const queue = queueOf({ capacity: CAPACITY, share: SHARE })
      const inside = new Set<(typeof asked)[number]>()
      const unitsOf = (some: Iterable<(typeof asked)[number]>) =>
        [...some].reduce((sum, { size }) => sum + size, 0)
      const visits = asked.map((visit) => {
        const { owner, size, key, rounds } = visit
        return queue.run({ owner, size, ...(key !== undefined && { key }) }, async () => {
          expect([...inside].filter((other) => key !== undefined && other.key === key)).toEqual([])
          inside.add(visit)
          expect(unitsOf(inside)).toBeLessThanOrEqual(CAPACITY)
          const own = [...inside].filter((other) => other.owner === owner)
          expect(unitsOf(own)).toBeLessThanOrEqual(SHARE)
          for (let round = 0; round < rounds; round += 1) {
            await settled()
          }
          inside.delete(visit)
        })
      })
      await Promise.all(visits)
      expect(inside.size).toBe(0)
    }),
  )
})
