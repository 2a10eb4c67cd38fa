/** Whose table a league's page shows is in its address. */
import type { LeagueRow } from '@rollcall/contract/leagues'
import type { PublicLeague } from '@rollcall/contract/leagues-public'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { DivisionChoice } from '../divisions/division-choice.tsx'
import classes from './public-league.module.css'
import type { TableOf } from './queries.ts'

const DIVISION = 'division'

/** As it is in the address; nothing for everybody's table. */
export const inAddress = ({ division }: TableOf): Readonly<Record<string, string>> =>
  division === null ? {} : { [DIVISION]: String(division) }

/** null: everybody. A division that is there no more is nobody's. @param onChange begins with another table's first page */
export function useDivisionOfPage(
  league: Pick<PublicLeague, 'divisions'> | undefined,
  onChange: () => void,
): number | null {
  const [address] = useSearchParams()
  const asked = address.get(DIVISION)
  const found = league?.divisions.find(({ id }) => String(id) === asked)?.id ?? null
  const [shown, setShown] = useState(found)
  if (league !== undefined && shown !== found) {
    setShown(found)
    onChange()
  }
  return found
}

interface DivisionOfPageProps {
  readonly league: PublicLeague
  readonly of: TableOf
}

export function DivisionOfPage({ league, of }: DivisionOfPageProps) {
  const navigate = useNavigate()
  const addressOfTable = useAddressOfTable()
  return (
    <DivisionChoice
      divisions={league.divisions}
      total={league.total}
      chosen={of.division}
      onChoose={(division) =>
        void navigate({ search: addressOfTable(division) }, { preventScrollReset: true })
      }
    />
  )
}

/** The division of a row, in a table that is not its own. */
export function DivisionOfRow({ row, of }: { readonly row: LeagueRow; readonly of: TableOf }) {
  const addressOfTable = useAddressOfTable()
  const { division } = row
  if (division === undefined || division.id === of.division) return null
  return (
    <Link
      className={classes.division}
      to={{ search: addressOfTable(division.id) }}
      preventScrollReset
    >
      <bdi>{division.name}</bdi>
    </Link>
  )
}

function useAddressOfTable() {
  const [address] = useSearchParams()
  return (division: number | null): string => {
    const next = new URLSearchParams(address)
    if (division === null) next.delete(DIVISION)
    else next.set(DIVISION, String(division))
    return next.toString()
  }
}
