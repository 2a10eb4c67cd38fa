/** How calls were answered: accepted, refused with a sentence that people can read, or neither. */

/** Answers while the database or a server is away: from the server itself, or from the proxy. */
const REFUSALS = [502, 503, 504]

export class Tally {
  accepted = 0
  refused = 0
  /** Connections that ended without an answer. */
  cut = 0
  /** Answers that nobody should get, such as a 500. */
  readonly wrong: string[] = []
  /** When an upload was accepted, in order. */
  readonly acceptedUploads: number[] = [performance.now()]

  record(what: string, status: number, sentence = ''): void {
    if (status === 200) {
      this.accepted += 1
      if (what === 'upload') this.acceptedUploads.push(performance.now())
    } else if (status === 0) {
      this.cut += 1
    } else if (REFUSALS.includes(status) && / .*\.$/.test(sentence)) {
      this.refused += 1
    } else {
      this.wrong.push(`${what} ${status}: ${sentence}`.slice(0, 300))
    }
  }

  /** Calls that were not accepted. */
  get failed(): number {
    return this.refused + this.cut + this.wrong.length
  }

  /** The longest time without an accepted upload between two moments. */
  longestGap(from: number, to: number): { from: number; to: number } {
    const times = [...this.acceptedUploads.filter((at) => at <= to), to]
    const gaps = times.slice(1).map((at, index) => ({ from: times[index] ?? at, to: at }))
    const during = gaps.filter((gap) => gap.to >= from)
    return during.toSorted((a, b) => b.to - b.from - (a.to - a.from))[0] ?? { from, to }
  }
}
