import { addressOf, PAGES } from '@rollcall/contract/pages'
import type { Team } from '@rollcall/contract/teams'
import { shownName } from '@rollcall/scoring/racer'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { Button } from '#ui/button.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { ConfirmDialog } from '#ui/dialogs.tsx'
import type { Done } from '#ui/done-message.tsx'
import { Quiet, Row, Stack } from '#ui/layout/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import rows from '#ui/rows-with-button.module.css'
import { actsOf, useAct } from './queries.ts'
import { Roster } from './roster.tsx'
import { texts } from './texts.ts'

const { team: words } = texts

interface TeamMembersProps {
  /** The series. */
  readonly id: string
  readonly team: Team
  /** Whether the reader names captains. */
  readonly canEdit?: boolean
  readonly onDone: (done: Done) => void
}

interface Decision extends Done {
  readonly run: () => Promise<unknown>
}

/** Who is in a team; its captain and organisers also decide who joins. */
export function TeamMembers({ id, team, canEdit = false, onDone }: TeamMembersProps) {
  const acts = actsOf(id, team)
  const decide = useAct<Decision>(
    ({ run }) => run(),
    ({ run: _, ...done }) => onDone(done),
  )
  const { deciding, name, color } = team
  const nameCaptain = (captain: number | null) => acts.change({ name, color, captain })
  const nameNone = useAct(
    () => nameCaptain(null),
    () => undefined,
  )
  return (
    <Stack gap="sm">
      {decide.error && <Notice message={sentenceOf(decide.error)} />}
      {deciding && (
        <>
          <Asking
            asked={deciding.asked}
            isPending={decide.isPending}
            onAnswer={(person, isAdmitted) =>
              decide.mutate(
                isAdmitted
                  ? {
                      run: () => acts.admit(person.id),
                      sentence: words.admitted(shownName(person)),
                    }
                  : {
                      run: () => acts.remove(person.id),
                      sentence: words.declined(shownName(person)),
                    },
              )
            }
          />
          <JoinLink
            team={team}
            token={deciding.token}
            onReplace={() => decide.mutate({ run: acts.replaceLink, sentence: words.linkReplaced })}
          />
        </>
      )}
      {!team.hasCaptain && <Quiet>{words.noCaptain}</Quiet>}
      <Roster
        team={team}
        onRemove={
          deciding
            ? (member) =>
                decide.mutate({
                  run: () => acts.remove(member.id),
                  sentence: words.removed(shownName(member)),
                })
            : undefined
        }
        onCaptain={
          canEdit && !team.hasCaptain
            ? (member) =>
                decide.mutate({
                  run: () => nameCaptain(member.id),
                  sentence: words.isCaptain(shownName(member)),
                  undo: { run: () => nameNone.mutateAsync(), sentence: words.noCaptainAgain },
                })
            : undefined
        }
        onRemoveHidden={
          deciding
            ? (members) =>
                decide.mutate({
                  run: () => acts.removeHidden(members),
                  sentence: words.removedHidden,
                })
            : undefined
        }
      />
    </Stack>
  )
}

type Asked = NonNullable<Team['deciding']>['asked']

interface AskingProps {
  readonly asked: Asked
  readonly isPending: boolean
  readonly onAnswer: (person: Asked[number], isAdmitted: boolean) => void
}

function Asking({ asked, isPending, onAnswer }: AskingProps) {
  if (asked.length === 0) return <Quiet>{words.nobodyAsks}</Quiet>
  return (
    <ul className={rows.list} aria-label={words.asked}>
      {asked.map((person) => (
        <li key={person.id} className={rows.row}>
          <bdi className={rows.words}>{shownName(person)}</bdi>
          <Row gap="xs">
            <Button
              size="compact-sm"
              aria-label={words.admitNamed(shownName(person))}
              disabled={isPending}
              onClick={() => onAnswer(person, true)}
            >
              {words.admit}
            </Button>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={words.declineNamed(shownName(person))}
              disabled={isPending}
              onClick={() => onAnswer(person, false)}
            >
              {words.decline}
            </Button>
          </Row>
        </li>
      ))}
    </ul>
  )
}

interface JoinLinkProps {
  readonly team: Team
  readonly token: string
  readonly onReplace: () => void
}

function JoinLink({ team, token, onReplace }: JoinLinkProps) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <Stack gap="xs">
      <CopyField
        label={words.link(team.name)}
        value={location.origin + addressOf(PAGES.team, { token })}
      />
      <Row gap="xs">
        <Quiet size="xs">{words.linkHint}</Quiet>
        <Button variant="default" size="compact-sm" onClick={() => setIsAsking(true)}>
          {words.newLink}
        </Button>
      </Row>
      <ConfirmDialog
        isOpen={isAsking}
        title={words.newLink}
        text={words.newLinkSure}
        confirmLabel={words.newLink}
        onConfirm={() => {
          setIsAsking(false)
          onReplace()
        }}
        onCancel={() => setIsAsking(false)}
      />
    </Stack>
  )
}
