/** Finds the racers whose names an organiser writes down. */
import type { NameProblem } from '@rollcall/contract/leagues-divisions'
import { foldName } from '@rollcall/scoring/names'
import { racerOfName } from '@rollcall/scoring/racer'
import type { AppContext } from '../../../../edge/app-context.ts'
import { findShownPerson } from '../../../visibility/has-page.ts'
import type { RowOwner } from '../round-results.ts'
import { foldedNamesOf, type NamedTable } from '../table.ts'

interface FoundNames {
  owners: RowOwner[]
  /** By their index in the list of names. */
  problems: { index: number; problem: NameProblem }[]
}

/** Rows of the table by their whole names, and others who have a page. Hidden racers are like such as nobody knows. */
export async function findNamed(
  context: Pick<AppContext, 'db' | 'now'>,
  table: NamedTable,
  names: readonly string[],
): Promise<FoundNames> {
  const rows = await rowsByName(context, table)
  const found: FoundNames = { owners: [], problems: [] }
  for (const [index, name] of names.entries()) {
    const called = rows(name)
    const [first] = called
    const owner =
      first === undefined ? await findOwner(context, name) : (table.owners.get(first) ?? null)
    if (called.length > 1) found.problems.push({ index, problem: 'several' })
    else if (owner === null) found.problems.push({ index, problem: 'unknown' })
    else found.owners.push(owner)
  }
  return found
}

/** The rows with a name: the one whose `racer_name` it is, otherwise those that show it. */
async function rowsByName({ db }: Pick<AppContext, 'db'>, { rows, owners }: NamedTable) {
  const names = await foldedNamesOf(db, owners)
  const [byLogin, byShown] = [new Map<string, string[]>(), new Map<string, string[]>()]
  for (const { row } of rows) {
    const known = names.get(row)
    if (known === undefined || known.isHidden) continue
    const [login, shown] = known.folded
    byLogin.set(login, [...(byLogin.get(login) ?? []), row])
    byShown.set(shown, [...(byShown.get(shown) ?? []), row])
  }
  return (name: string): readonly string[] => {
    const folded = foldName(name.trim())
    return byLogin.get(folded) ?? byShown.get(folded) ?? []
  }
}

async function findOwner(
  context: Pick<AppContext, 'db' | 'now'>,
  name: string,
): Promise<RowOwner | null> {
  const person = await findShownPerson(context, racerOfName(name.trim()), null)
  return person && { ...person.address, userId: person.userId, laterChannelId: null }
}
