/** How many units of something scarce are in use, by each owner and in total. */
export class UnitsInUse {
  readonly #byOwner = new Map<string | number, number>()
  #byAll = 0

  get byAll(): number {
    return this.#byAll
  }

  by(owner: string | number): number {
    return this.#byOwner.get(owner) ?? 0
  }

  /** @returns the function that gives the units back; call it once */
  take(owner: string | number, units: number): () => void {
    this.#add(owner, units)
    return () => this.#add(owner, -units)
  }

  #add(owner: string | number, units: number): void {
    this.#byAll += units
    const left = this.by(owner) + units
    if (left === 0) {
      this.#byOwner.delete(owner)
    } else {
      this.#byOwner.set(owner, left)
    }
  }
}
