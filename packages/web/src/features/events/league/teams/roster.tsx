import type { Team } from '@rollcall/contract/teams'
import { shownName } from '@rollcall/scoring/racer'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs.tsx'
import { formatDay } from '#ui/format-instant.ts'
import { Quiet, Row } from '#ui/layout/layout.tsx'
import { RacerLink } from '#ui/links.tsx'
import rows from '#ui/rows-with-button.module.css'
import { texts } from './texts.ts'

const { team: words } = texts
type Member = Team['members'][number]

interface RosterProps {
  readonly team: Pick<Team, 'name' | 'members' | 'hiddenMembers'> & Partial<Pick<Team, 'deciding'>>
  /** Absent: the reader may not remove anybody. */
  readonly onRemove?: ((member: Member) => void) | undefined
  readonly onRemoveHidden?: ((members: number) => void) | undefined
  /** Absent: there is a captain, or the reader may not name one. */
  readonly onCaptain?: ((member: Member) => void) | undefined
}

/** Who is in a team and since when, and who was. */
export function Roster({ team, onRemove, onRemoveHidden, onCaptain }: RosterProps) {
  const [asked, setAsked] = useState<Member | null>(null)
  const [isHiddenAsked, setIsHiddenAsked] = useState(false)
  const { members, hiddenMembers } = team
  const removable = team.deciding?.removableHidden ?? 0
  if (members.length === 0 && hiddenMembers === 0) return <Quiet>{words.empty}</Quiet>
  return (
    <>
      <ul className={rows.list} aria-label={words.roster(team.name)}>
        {members.map((member) => (
          <MemberRow
            key={member.id}
            member={member}
            onRemove={onRemove && (() => setAsked(member))}
            onCaptain={onCaptain && (() => onCaptain(member))}
          />
        ))}
        {hiddenMembers > 0 && (
          <li className={rows.row}>
            <span className={rows.words}>{words.hidden(hiddenMembers)}</span>
            {onRemoveHidden && removable > 0 && (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={words.removeHidden(removable)}
                onClick={() => setIsHiddenAsked(true)}
              >
                {words.remove}
              </Button>
            )}
          </li>
        )}
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
      <ConfirmDialog
        isOpen={isHiddenAsked}
        title={words.removeHidden(removable)}
        text={words.removeHiddenSure}
        confirmLabel={words.remove}
        onConfirm={() => {
          onRemoveHidden?.(removable)
          setIsHiddenAsked(false)
        }}
        onCancel={() => setIsHiddenAsked(false)}
      />
    </>
  )
}

interface MemberRowProps {
  readonly member: Member
  readonly onRemove: (() => void) | undefined
  readonly onCaptain: (() => void) | undefined
}

function MemberRow({ member, onRemove, onCaptain }: MemberRowProps) {
  const name = shownName(member)
  const isPresent = member.leftAt === null
  return (
    <li className={rows.row}>
      <span className={rows.words}>
        <span>
          <RacerLink racer={member}>
            <bdi>{name}</bdi>
          </RacerLink>
          {member.isCaptain && `, ${words.captain}`}
        </span>
        <span className={rows.fact}>{datesOf(member)}</span>
      </span>
      <Row gap="xs">
        {onCaptain && isPresent && (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={words.makeCaptainNamed(name)}
            onClick={onCaptain}
          >
            {words.makeCaptain}
          </Button>
        )}
        {onRemove && isPresent && (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={words.removeNamed(name)}
            onClick={onRemove}
          >
            {words.remove}
          </Button>
        )}
      </Row>
    </li>
  )
}

const datesOf = ({ joinedAt, leftAt }: Member) =>
  leftAt === null
    ? words.since(formatDay(joinedAt))
    : words.between(formatDay(joinedAt), formatDay(leftAt))
