import type { Team } from '@rollcall/contract/teams'
import { shownName } from '@rollcall/scoring/racer'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs.tsx'
import { formatDay } from '#ui/format-instant.ts'
import { Quiet } from '#ui/layout/layout.tsx'
import { RacerLink } from '#ui/links.tsx'
import rows from '#ui/rows-with-button.module.css'
import { texts } from './texts.ts'

const { team: words } = texts
type Member = Team['members'][number]

interface RosterProps {
  readonly team: Pick<Team, 'name' | 'members' | 'hiddenMembers'>
  /** Absent: the reader may not remove anybody. */
  readonly onRemove?: ((member: Member) => void) | undefined
}

/** Who is in a team and since when, and who was. */
export function Roster({ team, onRemove }: RosterProps) {
  const [asked, setAsked] = useState<Member | null>(null)
  const { members, hiddenMembers } = team
  if (members.length === 0 && hiddenMembers === 0) return <Quiet>{words.empty}</Quiet>
  return (
    <>
      <ul className={rows.list} aria-label={words.roster(team.name)}>
        {members.map((member) => (
          <li key={member.id} className={rows.row}>
            <span className={rows.words}>
              <span>
                <RacerLink racer={member}>
                  <bdi>{shownName(member)}</bdi>
                </RacerLink>
                {member.isCaptain && `, ${words.captain}`}
              </span>
              <span className={rows.fact}>{datesOf(member)}</span>
            </span>
            {onRemove && member.leftAt === null && (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={words.removeNamed(shownName(member))}
                onClick={() => setAsked(member)}
              >
                {words.remove}
              </Button>
            )}
          </li>
        ))}
        {hiddenMembers > 0 && <li>{words.hidden(hiddenMembers)}</li>}
      </ul>
      <ConfirmDialog
        isOpen={asked !== null}
        title={asked ? words.removeNamed(shownName(asked)) : words.remove}
        text={words.removeSure}
        confirmLabel={words.remove}
        onConfirm={() => {
          if (asked) onRemove?.(asked)
          setAsked(null)
        }}
        onCancel={() => setAsked(null)}
      />
    </>
  )
}

const datesOf = ({ joinedAt, leftAt }: Member) =>
  leftAt === null
    ? words.since(formatDay(joinedAt))
    : words.between(formatDay(joinedAt), formatDay(leftAt))
