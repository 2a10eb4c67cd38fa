/** Which racers belong to which totals, where a folder holds those of several seasons or of several days. */
import { pointsOfRacers, readStreamerData } from './season-files.ts'

interface SeasonFile {
  file: { name: string; bytes: Uint8Array }
  /** null: it has no rows. */
  season: string | null
}

interface PairedSeasonFiles<F> {
  pairs: { totals: F; racers: F }[]
  /** What is left over. */
  totals: F[]
  racers: F[]
}

/**
 * A pair is what fits nothing else: by season; of several of one season by the points, which racers add up
 * to; and then by a name that differs in the kind of file alone.
 */
export function pairSeasonFiles<F extends SeasonFile>(
  totals: readonly F[],
  racers: readonly F[],
): PairedSeasonFiles<F> {
  if (totals.length === 1 && racers.length === 1) {
    // Whoever reads them says what does not fit.
    return { pairs: [{ totals: totals[0] as F, racers: racers[0] as F }], totals: [], racers: [] }
  }
  const points = new Map<F, number | null>()
  const pointsOf = (each: F, read: (bytes: Uint8Array) => number) => {
    const known = points.get(each)
    const found = known === undefined ? orNull(() => read(each.file.bytes)) : known
    points.set(each, found)
    return found
  }
  const addUp = (total: F, racer: F) => {
    const sum = pointsOf(racer, pointsOfRacers)
    return sum !== null && sum === pointsOf(total, (bytes) => readStreamerData(bytes).points)
  }
  const left: PairedSeasonFiles<F> = { pairs: [], totals: [...totals], racers: [...racers] }
  for (const fits of [() => true, addUp, areNamedAlike]) {
    pairOnly(left, (total, racer) => isOfSeason(racer, total) && fits(total, racer))
  }
  return left
}

/** Racers without rows can be of any season. */
export function isOfSeason(racers: SeasonFile, totals: SeasonFile): boolean {
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
  const nameOf = ({ file }: SeasonFile) =>
    file.name.toLowerCase().replace(/(?:streamer|racer)_?data/, '')
  return nameOf(total) === nameOf(racer)
}

function orNull(read: () => number): number | null {
  try {
    return read()
  } catch {
    return null
  }
}
