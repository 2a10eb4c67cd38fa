/** A merge sort that can pause: sorting a million rows at once would hold up every request. */

const RUN = 32
/** Steps between two pauses; about a millisecond. */
const SLICE = 16_384

/**
 * Sorts the array in place, stable, pausing at each `yield`. `compare` answers below 0, 0 or above
 * as its first argument comes before its second, is equal or comes after.
 */
export function* sortInSlices(
  items: Int32Array,
  compare: (a: number, b: number) => number,
): Generator<void, void> {
  let steps = 0
  for (let start = 0; start < items.length; start += RUN) {
    insertionSort(items, start, Math.min(start + RUN, items.length), compare)
    steps += RUN * 4
    if (steps >= SLICE) {
      steps = 0
      yield
    }
  }
  let from = items
  let to: Int32Array = new Int32Array(items.length)
  for (let width = RUN; width < items.length; width *= 2) {
    for (let start = 0; start < items.length; start += 2 * width) {
      const middle = Math.min(start + width, items.length)
      const end = Math.min(start + 2 * width, items.length)
      let left = start
      let right = middle
      for (let at = start; at < end; at += 1) {
        const a = from[left] ?? 0
        const b = from[right] ?? 0
        const takesLeft = left < middle && (right >= end || compare(a, b) <= 0)
        to[at] = takesLeft ? a : b
        if (takesLeft) {
          left += 1
        } else {
          right += 1
        }
        steps += 1
        if (steps >= SLICE) {
          steps = 0
          yield
        }
      }
    }
    const sorted = to
    to = from
    from = sorted
  }
  if (from !== items) {
    items.set(from)
  }
}

function insertionSort(
  items: Int32Array,
  start: number,
  end: number,
  compare: (a: number, b: number) => number,
): void {
  for (let next = start + 1; next < end; next += 1) {
    const item = items[next] ?? 0
    let at = next
    while (at > start && compare(items[at - 1] ?? 0, item) > 0) {
      items[at] = items[at - 1] ?? 0
      at -= 1
    }
    items[at] = item
  }
}
