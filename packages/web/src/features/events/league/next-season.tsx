import { Checkbox, TextInput } from '@mantine/core'
import { MAX_EVENT_NAME_LENGTH, MIN_SERIES_NAME_LENGTH } from '@rollcall/contract/events'
import type { Round } from '@rollcall/contract/leagues'
import { copiedDays, copyLeague } from '@rollcall/contract/leagues-copy'
import { addressOf, PAGES } from '@rollcall/contract/pages'
import type { TeamRow } from '@rollcall/contract/teams'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { answersAbout } from '#api/query-keys.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { DoneMessage } from '#ui/done-message.tsx'
import { formatDays } from '#ui/format-instant.ts'
import { formatList } from '#ui/format-list.ts'
import { Quiet, Row, Stack } from '#ui/layout/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { texts as divisionTexts } from './divisions/texts.ts'
import classes from './league.module.css'
import { texts } from './next-season-texts.ts'
import { teamsQuery } from './teams/queries.ts'

/** Beyond, the server refuses. */
const LAST_DAY = '2999-12-31'

interface NextSeasonProps {
  /** The series. */
  readonly id: string
  readonly rounds: readonly Round[]
  readonly hasDivisions: boolean
}

interface Copied {
  readonly id: number
  readonly name: string
  readonly leftOut: readonly string[]
  readonly configurations: readonly string[]
}

/** Copies the league for another season. */
export function NextSeason({ id, rounds, hasDivisions }: NextSeasonProps) {
  const titleId = useId()
  const [isOpen, setIsOpen] = useState(false)
  const [copied, setCopied] = useState<Copied | null>(null)
  const done = useMemo(() => copied && { sentence: sentencesOf(copied) }, [copied])
  if (rounds.length === 0) return null
  return (
    <Stack as="section" gap="xs" className={classes.parts} aria-labelledby={titleId}>
      <h3 id={titleId}>{texts.title}</h3>
      <Quiet>{texts.lead}</Quiet>
      <DoneMessage done={done} takesFocus={!isOpen} />
      {copied && !isOpen && (
        <div>
          <ButtonLink to={addressOf(PAGES.manageSeries, { id: copied.id })} variant="default">
            {texts.open}
          </ButtonLink>
        </div>
      )}
      {isOpen ? (
        <CopyForm
          id={id}
          rounds={rounds}
          hasDivisions={hasDivisions}
          onDone={(done) => {
            setCopied(done)
            setIsOpen(false)
          }}
          onClose={() => setIsOpen(false)}
        />
      ) : (
        <div>
          <Button
            variant="default"
            onClick={() => {
              setCopied(null)
              setIsOpen(true)
            }}
          >
            {texts.begin}
          </Button>
        </div>
      )}
    </Stack>
  )
}

function sentencesOf({ name, leftOut, configurations }: Copied) {
  return (
    <>
      <bdi>{texts.done(name)}</bdi>
      {leftOut.length > 0 && ` ${texts.leftOut(formatList(leftOut))}`}
      {configurations.length > 0 && ` ${texts.configurations(formatList(configurations))}`}
    </>
  )
}

interface CopyFormProps extends NextSeasonProps {
  readonly onDone: (copied: Copied) => void
  readonly onClose: () => void
}

function CopyForm({ id, rounds, hasDivisions, onDone, onClose }: CopyFormProps) {
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const [firstDay, setFirstDay] = useState('')
  const [withDivisions, setWithDivisions] = useState(hasDivisions)
  const teams = useTeams(id)
  const [left, setLeft] = useState<readonly number[]>([])
  const [isSubmitted, setIsSubmitted] = useState(false)
  const isUnnamed = name.trim().length < MIN_SERIES_NAME_LENGTH
  const isUndated = firstDay === '' || firstDay > LAST_DAY
  const copy = useMutation({
    mutationFn: () =>
      callApi(copyLeague, {
        params: { id },
        body: {
          ...{ name: name.trim(), firstDay, withDivisions },
          teams: teams.map((team) => team.id).filter((teamId) => !left.includes(teamId)),
        },
      }),
    onSuccess: async (answer) => {
      await queryClient.invalidateQueries({ queryKey: answersAbout('events') })
      if ('id' in answer) onDone({ ...answer, name: name.trim() })
    },
  })
  return (
    <Stack
      as="form"
      gap="sm"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setIsSubmitted(true)
        if (!isUnnamed && !isUndated && !copy.isPending) copy.mutate()
      }}
    >
      <TextInput
        label={texts.name}
        maxLength={MAX_EVENT_NAME_LENGTH}
        value={name}
        error={isSubmitted && isUnnamed && texts.nameMissing(MIN_SERIES_NAME_LENGTH)}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <TextInput
        label={texts.firstDay}
        type="date"
        max={LAST_DAY}
        value={firstDay}
        error={isSubmitted && isUndated && texts.dayMissing}
        onChange={({ currentTarget }) => setFirstDay(currentTarget.value)}
      />
      {hasDivisions && (
        <Checkbox
          label={divisionTexts.copy}
          checked={withDivisions}
          onChange={({ currentTarget }) => setWithDivisions(currentTarget.checked)}
        />
      )}
      {teams.length > 0 && <TeamChoice teams={teams} left={left} onLeft={setLeft} />}
      {!isUndated && <Preview rounds={rounds} firstDay={firstDay} />}
      {copy.error && <Notice message={sentenceOf(copy.error)} />}
      <Row gap="xs">
        <Button type="submit" loading={copy.isPending}>
          {texts.copy}
        </Button>
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
      </Row>
    </Stack>
  )
}

/** None while they load, and in a league without teams. */
function useTeams(id: string): readonly TeamRow[] {
  const { data } = useQuery(teamsQuery(id))
  return data !== undefined && 'teams' in data ? data.teams : NO_TEAMS
}

const NO_TEAMS: readonly TeamRow[] = []

interface TeamChoiceProps {
  readonly teams: readonly TeamRow[]
  /** Those that stay here. */
  readonly left: readonly number[]
  readonly onLeft: (left: readonly number[]) => void
}

/** Asks about each team. */
function TeamChoice({ teams, left, onLeft }: TeamChoiceProps) {
  return (
    <Checkbox.Group
      label={texts.teams}
      description={texts.teamsHint}
      value={teams.flatMap(({ id }) => (left.includes(id) ? [] : [String(id)]))}
      onChange={(chosen) =>
        onLeft(teams.map(({ id }) => id).filter((id) => !chosen.includes(String(id))))
      }
    >
      <Stack gap="xs">
        {teams.map(({ id, name, members, hiddenMembers }) => (
          <Checkbox
            key={id}
            value={String(id)}
            label={texts.team(
              name,
              members.filter(({ leftAt }) => leftAt === null).length + hiddenMembers,
            )}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

interface PreviewProps {
  readonly rounds: readonly Round[]
  readonly firstDay: string
}

function Preview({ rounds, firstDay }: PreviewProps) {
  const days = copiedDays(rounds, firstDay)
  return (
    <ol className={classes.rounds} aria-label={texts.preview}>
      {rounds.map(({ eventId, name }, index) => {
        const { startAt, endAt } = days[index] ?? { startAt: firstDay, endAt: firstDay }
        return (
          <li key={eventId}>
            <bdi>{name}</bdi>
            <Quiet as="span">{formatDays(startAt, endAt)}</Quiet>
          </li>
        )
      })}
    </ol>
  )
}
