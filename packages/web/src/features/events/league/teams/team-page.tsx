import { Skeleton } from '@mantine/core'
import { TEAM_COLORS } from '@rollcall/contract/team-rules'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { Sentence } from '#texts/sentence.tsx'
import { Marble } from '#ui/board/marble.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs.tsx'
import { type Done, DoneMessage } from '#ui/done-message.tsx'
import { HEAD_PICTURE_PX, Head } from '#ui/head.tsx'
import { Quiet, Stack } from '#ui/layout/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Panel } from '#ui/panel.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import { useTabName } from '#ui/tab-name.ts'
import { texts as rowTexts } from '../rows/texts.ts'
import { actsOf, askToJoin, type TeamOfLink, teamByLinkQuery, useAct } from './queries.ts'
import { TeamMembers } from './team-decisions.tsx'
import { teamRulesInWords } from './team-rules-in-words.ts'
import classes from './teams.module.css'
import { texts } from './texts.ts'

const { join: words } = texts

/** A team, for those who have its link: they ask to join, its captain lets them in. */
export function TeamPage() {
  const { token = '' } = useParams()
  const { data, error, refetch } = useQuery(teamByLinkQuery(token))
  const [done, setDone] = useState<Done | null>(null)
  useTabName(data?.team.name)
  if (data === undefined) {
    return (
      <>
        <PageHeading title={words.heading} />
        {error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading>
            <Skeleton height="18rem" radius="lg" />
          </Loading>
        )}
      </>
    )
  }
  const { team, league, rules } = data
  return (
    <div className={classes.page}>
      <Head
        kind={words.kind(league)}
        name={team.name}
        picture={
          <Marble name={team.name} color={TEAM_COLORS[team.color]} sizePx={HEAD_PICTURE_PX} />
        }
      />
      <DoneMessage done={done} takesFocus />
      <Panel title={words.title}>
        <OwnPlace token={token} found={data} onDone={setDone} />
      </Panel>
      <Panel title={texts.team.roster(team.name)}>
        <TeamMembers id={String(data.seriesId)} team={team} onDone={setDone} />
      </Panel>
      <ul>
        {teamRulesInWords(rules).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  )
}

interface OwnPlaceProps {
  readonly token: string
  readonly found: TeamOfLink
  readonly onDone: (done: Done) => void
}

/** What the reader is to the team, and what they can do about it. */
function OwnPlace({ token, found, onDone }: OwnPlaceProps) {
  const { team, rules, otherTeam, isHidden, mayJoin } = found
  const ask = useAct(
    () => callApi(askToJoin, { params: { token } }),
    () => onDone({ sentence: words.asked }),
  )
  const leave = useAct(
    (memberId: number) => actsOf(String(found.seriesId), team).remove(memberId),
    () => onDone({ sentence: team.own?.state === 'asked' ? words.withdrawn : words.left }),
  )
  const { own, members, hiddenMembers } = team
  const present = members.filter(({ leftAt }) => leftAt === null).length + hiddenMembers
  const failure = ask.error ?? leave.error
  const isFull = present >= rules.maxSize
  return (
    <Stack gap="sm">
      {failure && <Notice message={sentenceOf(failure)} />}
      {own ? <p>{words[own.state]}</p> : <Quiet>{words.lead}</Quiet>}
      {isHidden && <Quiet>{words.hidden}</Quiet>}
      {!own && otherTeam !== null && (
        <p>
          <Sentence text={words.other} parts={{ team: <bdi>{otherTeam}</bdi> }} />
        </p>
      )}
      {!own && !mayJoin && <p>{rowTexts.streamer.onlyStreamers}</p>}
      {!own && mayJoin && otherTeam === null && isFull && <p>{words.full}</p>}
      {!own && mayJoin && otherTeam === null && !isFull && (
        <div>
          <Button loading={ask.isPending} onClick={() => ask.mutate()}>
            {words.ask}
          </Button>
        </div>
      )}
      {own && (
        <Leave
          isAsking={own.state === 'asked'}
          isPending={leave.isPending}
          onLeave={() => leave.mutate(own.id)}
        />
      )}
    </Stack>
  )
}

interface LeaveProps {
  /** They are not in the team yet. */
  readonly isAsking: boolean
  readonly isPending: boolean
  readonly onLeave: () => void
}

function Leave({ isAsking, isPending, onLeave }: LeaveProps) {
  const [isSure, setIsSure] = useState(true)
  return (
    <>
      <div>
        <Button
          variant="default"
          loading={isPending}
          onClick={() => (isAsking ? onLeave() : setIsSure(false))}
        >
          {isAsking ? words.withdraw : words.leave}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={!isSure}
        title={words.leave}
        text={words.leaveSure}
        confirmLabel={words.leave}
        onConfirm={() => {
          setIsSure(true)
          onLeave()
        }}
        onCancel={() => setIsSure(true)}
      />
    </>
  )
}
