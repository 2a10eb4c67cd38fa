/** Random numbers from a seed; the same on every machine. */
export class SeededRandom {
  #state: number

  constructor(seed: string) {
    // FNV-1a over the seed's characters.
    let hash = 0x811c9dc5
    for (const character of seed) {
      hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
    }
    this.#state = hash >>> 0
  }

  /** From 0 up to but not including 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }

  between(least: number, most: number): number {
    return least + (most - least) * this.next()
  }

  whole(least: number, most: number): number {
    return least + Math.floor((most - least + 1) * this.next())
  }

  onceIn(times: number): boolean {
    return this.next() * times < 1
  }

  pick<T>(list: readonly T[]): T {
    const picked = list[Math.floor(list.length * this.next())]
    if (picked === undefined) {
      throw new RangeError('nothing to pick from')
    }
    return picked
  }

  shuffled<T>(list: readonly T[]): T[] {
    return list
      .map((item) => ({ item, key: this.next() }))
      .sort((a, b) => a.key - b.key)
      .map(({ item }) => item)
  }

  /** Around 1, never negative, sometimes much more; always 1 if `spread` is 0. */
  heavyTailed(spread: number): number {
    const bell = this.next() + this.next() + this.next() + this.next() - 2
    return Math.exp(bell * spread * 1.7)
  }
}
