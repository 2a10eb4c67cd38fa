import type { UploadWarning } from './problem.ts'

const listedOneByOne = 20

/**
 * Collects the warnings of one upload. Of each code the first 20 are listed, the rest is one
 * entry 'and 480 more like it', so that a receipt stays readable whatever was uploaded.
 */
export class WarningList {
  readonly #kept: UploadWarning[] = []
  readonly #counts = new Map<string, number>()

  add(warning: UploadWarning): void {
    const count = (this.#counts.get(warning.code) ?? 0) + 1
    this.#counts.set(warning.code, count)
    if (count <= listedOneByOne) this.#kept.push(warning)
  }

  list(): UploadWarning[] {
    const rest: UploadWarning[] = []
    for (const [code, count] of this.#counts) {
      if (count > listedOneByOne) {
        rest.push({ code, message: `and ${count - listedOneByOne} more like it` })
      }
    }
    return [...this.#kept, ...rest]
  }
}
