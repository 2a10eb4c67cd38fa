import { Skeleton } from '@mantine/core'
import { TEAM_COLORS } from '@rollcall/contract/team-rules'
import type { Team } from '@rollcall/contract/teams'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { RowMarble } from '#ui/board/ranked-row.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs.tsx'
import { type Done, DoneMessage } from '#ui/done-message.tsx'
import { Row, Stack } from '#ui/layout/layout.tsx'
import { Modal } from '#ui/modal.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { LoadError, Loading, Nothing } from '#ui/states.tsx'
import leagueClasses from '../league.module.css'
import type { League } from '../queries.ts'
import { actsOf, type Teams, teamsQuery, useAct } from './queries.ts'
import { TeamMembers } from './team-decisions.tsx'
import { TeamForm } from './team-form.tsx'
import { TeamTable } from './team-table.tsx'
import classes from './teams.module.css'
import { texts } from './texts.ts'

const { team: words, edit } = texts
const MARBLE_PX = 28

interface TeamsPanelProps {
  /** The series. */
  readonly id: string
  readonly rounds: League['rounds']
}

/** The teams of a league: their table, and who is in them. */
export function TeamsPanel({ id, rounds }: TeamsPanelProps) {
  const { data, error, refetch } = useQuery(teamsQuery(id))
  const [done, setDone] = useState<Done | null>(null)
  return (
    <Panel title={texts.title}>
      <Stack gap="md" className={leagueClasses.parts}>
        <DoneMessage done={done} takesFocus />
        {error && <LoadError error={error} onRetry={() => void refetch()} />}
        {data === undefined && !error && (
          <Loading>
            <Skeleton height="8rem" radius="md" />
          </Loading>
        )}
        {data && 'teams' in data && (
          <Shown id={id} league={data} rounds={rounds} onDone={setDone} />
        )}
      </Stack>
    </Panel>
  )
}

interface ShownProps extends TeamsPanelProps {
  readonly league: Teams
  readonly onDone: (done: Done) => void
}

function Shown({ id, league, rounds, onDone }: ShownProps) {
  const { canEdit, teams } = league
  const [isMaking, setIsMaking] = useState(false)
  return (
    <>
      {teams.length === 0 && (
        <Nothing>
          {texts.none} {canEdit && texts.noneHint}
        </Nothing>
      )}
      {teams.length > 0 && <TeamTable teams={teams} rounds={rounds} />}
      {teams.map((team) => (
        <TeamFold key={team.id} id={id} team={team} canEdit={canEdit} onDone={onDone} />
      ))}
      {canEdit && (
        <div>
          <Button variant="default" onClick={() => setIsMaking(true)}>
            {edit.create}
          </Button>
        </div>
      )}
      <Modal isOpen={isMaking} title={edit.create} onClose={() => setIsMaking(false)}>
        <TeamForm
          id={id}
          team={null}
          onDone={(sentence) => {
            setIsMaking(false)
            onDone({ sentence })
          }}
          onClose={() => setIsMaking(false)}
        />
      </Modal>
    </>
  )
}

interface TeamFoldProps {
  readonly id: string
  readonly team: Team
  readonly canEdit: boolean
  readonly onDone: (done: Done) => void
}

function TeamFold({ id, team, canEdit, onDone }: TeamFoldProps) {
  const present = team.members.filter(({ leftAt }) => leftAt === null).length + team.hiddenMembers
  const asking = team.deciding?.asked.length ?? 0
  return (
    <details className={classes.team}>
      <summary>
        <span className={classes.head}>
          <RowMarble
            racer={{ racer_name: team.name, color: TEAM_COLORS[team.color] }}
            sizePx={MARBLE_PX}
          />
          <bdi>{team.name}</bdi>
          <small>
            {words.members(present)}
            {asking > 0 && `, ${words.asking(asking)}`}
          </small>
        </span>
      </summary>
      <Stack gap="md" className={classes.body}>
        <TeamMembers id={id} team={team} canEdit={canEdit} onDone={onDone} />
        {canEdit && <TeamEditing id={id} team={team} onDone={onDone} />}
      </Stack>
    </details>
  )
}

function TeamEditing({ id, team, onDone }: Omit<TeamFoldProps, 'canEdit'>) {
  const [shown, setShown] = useState<'form' | 'delete' | null>(null)
  const close = () => setShown(null)
  const remove = useAct(actsOf(id, team).delete, () =>
    onDone({ sentence: edit.deleted(team.name) }),
  )
  return (
    <>
      {remove.error && <Notice message={sentenceOf(remove.error)} />}
      <Row gap="xs">
        <Button
          variant="default"
          aria-label={edit.change(team.name)}
          onClick={() => setShown('form')}
        >
          {edit.changeShort}
        </Button>
        <Button
          variant="default"
          loading={remove.isPending}
          aria-label={edit.deleteNamed(team.name)}
          onClick={() => setShown('delete')}
        >
          {edit.delete}
        </Button>
      </Row>
      <Modal isOpen={shown === 'form'} title={edit.change(team.name)} onClose={close}>
        <TeamForm
          id={id}
          team={team}
          onDone={(sentence) => {
            close()
            onDone({ sentence })
          }}
          onClose={close}
        />
      </Modal>
      <ConfirmDialog
        isOpen={shown === 'delete'}
        title={edit.deleteNamed(team.name)}
        text={edit.deleteSure}
        confirmLabel={edit.delete}
        onConfirm={() => {
          close()
          remove.mutate()
        }}
        onCancel={close}
      />
    </>
  )
}
