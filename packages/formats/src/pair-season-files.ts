/** Pairs racers with totals when a folder has files of several seasons or days. */
import { readStreamerData, sumViewerData } from './season-files.ts'

interface SeasonFile {
  file: { name: string; bytes: Uint8Array }
  /** null if the file has no rows. */
  season: string | null
}

interface PairedSeasonFiles<F> {
  pairs: { totals: F; racers: F }[]
  /** Files without a partner. */
  totals: F[]
  racers: F[]
}

/**
 * Two files are a pair if they match each other and no other file. First they are compared by season; several files of
 * one season by points (the racers' points add up to the total's); then by names that differ only in the kind of file.
 */
export function pairSeasonFiles<F extends SeasonFile>(
  totals: readonly F[],
  racers: readonly F[],
): PairedSeasonFiles<F> {
  if (totals.length === 1 && racers.length === 1) {
    // If they do not match, the reader reports why.
    return { pairs: [{ totals: totals[0] as F, racers: racers[0] as F }], totals: [], racers: [] }
  }
  const points = new Map<F, number | null>()
  const readPoints = (each: F, read: (bytes: Uint8Array) => number) => {
    const known = points.get(each)
    const found = known === undefined ? orNull(() => read(each.file.bytes)) : known
    points.set(each, found)
    return found
  }
  const addUp = (total: F, racer: F) => {
    const sum = readPoints(racer, sumViewerData)
    return sum !== null && sum === readPoints(total, (bytes) => readStreamerData(bytes).points)
  }
  const left: PairedSeasonFiles<F> = { pairs: [], totals: [...totals], racers: [...racers] }
  for (const fits of [() => true, addUp, areNamedAlike]) {
    pairOnly(left, (total, racer) => canBelongTogether(racer, total) && fits(total, racer))
  }
  return left
}

/** Whether the seasons match; a file of racers without rows can be of any season. */
export function canBelongTogether(racers: SeasonFile, totals: SeasonFile): boolean {
  return racers.season === totals.season || racers.season === null
}

function pairOnly<F extends SeasonFile>(
  left: PairedSeasonFiles<F>,
  fits: (total: F, racer: F) => boolean,
): void {
  const found = left.totals.flatMap((total) => {
    const [racer, ...others] = left.racers.filter((each) => fits(total, each))
    const isOnly =
      racer && others.length === 0 && left.totals.filter((each) => fits(each, racer)).length === 1
    return isOnly ? [{ totals: total, racers: racer }] : []
  })
  for (const pair of found) {
    left.pairs.push(pair)
    left.totals.splice(left.totals.indexOf(pair.totals), 1)
    left.racers.splice(left.racers.indexOf(pair.racers), 1)
  }
}

function areNamedAlike(total: SeasonFile, racer: SeasonFile): boolean {
  const baseName = ({ file }: SeasonFile) =>
    file.name.toLowerCase().replace(/(?:streamer|racer)_?data/, '')
  return baseName(total) === baseName(racer)
}

function orNull(read: () => number): number | null {
  try {
    return read()
  } catch {
    return null
  }
}
