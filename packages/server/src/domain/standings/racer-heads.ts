/** How answers name racers who have a page, and where the page is. */
import type { RacerHead } from '@rollcall/contract/racers'
import { isHiddenRacer, racerOfName } from '@rollcall/scoring/racer'
import type { Db } from '../../platform/database/schema.ts'
import type { Person } from './person.ts'
import { labelOf, looksAnywhere } from './racer-looks.ts'

/** @param viewerId who sees their own name although it is hidden */
export async function headOf(db: Db, person: Person, viewerId: number | null): Promise<RacerHead> {
  const [head] = await headsOf(db, [person], viewerId)
  if (head === undefined) {
    throw new Error('a racer without a name')
  }
  return head
}

/** In the order asked for. The address of a hidden racer leads nowhere. */
export async function headsOf(
  db: Db,
  people: readonly Pick<Person, 'address'>[],
  viewerId: number | null = null,
): Promise<RacerHead[]> {
  const looks = await looksAnywhere(
    db,
    people.map(({ address }) => address),
    viewerId,
  )
  return looks.map(({ platform, login, ...look }) => ({
    ...labelOf({ ...look, name: look.nameAnywhere }),
    address: isHiddenRacer(look.racer_name) ? racerOfName(look.racer_name) : { platform, login },
  }))
}
