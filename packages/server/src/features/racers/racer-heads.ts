/** How answers name racers who have a page, and where the page is. */
import type { RacerHead } from '@rollcall/contract/racers'
import type { Db } from '../../database/schema.ts'
import type { Person } from '../standings/person.ts'
import { labelOf, looksAnywhere } from '../standings/racer-looks.ts'

export async function headOf(db: Db, person: Person): Promise<RacerHead> {
  const [head] = await headsOf(db, [person])
  if (head === undefined) {
    throw new Error('a racer without a name')
  }
  return head
}

/** In the order asked for. */
export async function headsOf(
  db: Db,
  people: readonly Pick<Person, 'address'>[],
): Promise<RacerHead[]> {
  const looks = await looksAnywhere(
    db,
    people.map(({ address }) => address),
  )
  return looks.map(({ platform, login, ...look }) => ({
    ...labelOf({ ...look, name: look.nameAnywhere }),
    address: { platform, login },
  }))
}
