import type { TeamRow } from '@rollcall/contract/teams'
import { addPoints } from '@rollcall/scoring/points'
import { shownName } from '@rollcall/scoring/racer'
import { formatNumber } from '#ui/format-number.ts'
import { Quiet } from '#ui/layout/layout.tsx'
import lines from '#ui/lines.module.css'
import { RacerLink } from '#ui/links.tsx'
import { texts } from './texts.ts'

const { cell: words } = texts

/** Why a team has this result: which members counted. */
export function CountedMembers({ cell }: { readonly cell: TeamRow['cells'][number] }) {
  const { counted, hidden, points, adjustment, bonus, isDropped, kept } = cell
  const value = addPoints(cell.value, -bonus)
  return (
    <>
      <p>{words.lead}</p>
      <ul className={lines.lines}>
        {counted.map((member) => (
          <li key={member.racer_name}>
            <RacerLink racer={member}>
              <bdi>{shownName(member)}</bdi>
            </RacerLink>
            <span>{formatNumber(member.points)}</span>
          </li>
        ))}
        {hidden && (
          <li>
            <span>{words.hidden(hidden.members)}</span>
            <span>{formatNumber(hidden.points)}</span>
          </li>
        )}
      </ul>
      <p>
        {adjustment !== 0
          ? words.adjusted(points, adjustment, value)
          : points === value
            ? words.together(points)
            : words.multiplied(points, value)}
      </p>
      {bonus !== 0 && <p>{words.bonus(bonus, cell.value)}</p>}
      {isDropped && <Quiet>{kept === 0 ? words.dropped : words.kept(kept)}</Quiet>}
    </>
  )
}
