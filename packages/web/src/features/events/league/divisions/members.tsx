import { Skeleton } from '@mantine/core'
import type { Division } from '@rollcall/contract/divisions'
import { MAX_SEARCH_LENGTH } from '@rollcall/contract/endpoint'
import type { LeagueRules } from '@rollcall/contract/leagues'
import type { DivisionMember } from '@rollcall/contract/leagues-divisions'
import { shownName } from '@rollcall/scoring/racer'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { Button } from '#ui/button.tsx'
import { type Done, DoneMessage } from '#ui/done-message.tsx'
import { formatInstant } from '#ui/format-instant.ts'
import { Quiet, Row, Stack } from '#ui/layout/layout.tsx'
import { RacerLink } from '#ui/links.tsx'
import { LookupField } from '#ui/lookup-field.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageButtons, useTotalPages } from '#ui/page-buttons.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import { useSettledText } from '#ui/use-settled-text.ts'
import classes from './divisions.module.css'
import { NamesForm } from './names-form.tsx'
import { membersQuery, useDivisionActs } from './queries.ts'
import { texts } from './texts.ts'

const { members: words } = texts
const SEARCH_DELAY_MS = 300

interface DivisionMembersProps {
  /** The series. */
  readonly id: string
  readonly rules: LeagueRules
  readonly divisions: readonly Division[]
  readonly division: Division
  readonly onClose: () => void
}

/** Who is in a division, and a list of names to put into it. */
export function DivisionMembers({ id, rules, divisions, division, onClose }: DivisionMembersProps) {
  const [asked, setAsked] = useState({ page: 1, search: '' })
  const [done, setDone] = useState<Done | null>(null)
  const answer = useQuery(membersQuery(id, { ...asked, divisionId: division.id }))
  const { data, error, refetch } = answer
  const members = data !== undefined && 'rows' in data ? data : undefined
  const totalPages = useTotalPages(
    { data: members, isPlaceholderData: answer.isPlaceholderData },
    { list: asked.search, page: asked.page },
  )
  const { text, setText } = useSettledText({
    value: asked.search,
    delayMs: SEARCH_DELAY_MS,
    onSettle: (search) => setAsked({ page: 1, search }),
  })
  const isSearch = asked.search !== ''
  return (
    <Stack gap="md">
      <DoneMessage done={done} takesFocus />
      <NamesForm {...{ id, rules, divisions, division }} onDone={setDone} />
      {(isSearch || (members?.total ?? 0) > 0) && (
        <LookupField
          label={words.find}
          what={words.find}
          maxLength={MAX_SEARCH_LENGTH}
          text={text}
          onText={setText}
        />
      )}
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {members === undefined && !error && (
        <Loading>
          <Skeleton height="6rem" radius="md" />
        </Loading>
      )}
      {members?.total === 0 && <Quiet>{isSearch ? words.notFound : words.none}</Quiet>}
      {members && members.total > 0 && (
        <MemberList id={id} division={division} rows={members.rows} onDone={setDone} />
      )}
      {totalPages > 1 && (
        <PageButtons
          page={asked.page}
          totalPages={totalPages}
          onPage={(page) => setAsked({ ...asked, page })}
        />
      )}
      <Row justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {words.close}
        </Button>
      </Row>
    </Stack>
  )
}

interface MemberListProps {
  readonly id: string
  readonly division: Division
  readonly rows: readonly DivisionMember[]
  readonly onDone: (done: Done) => void
}

function MemberList({ id, division, rows, onDone }: MemberListProps) {
  const acts = useDivisionActs(id)
  const takeOut = useMutation({
    mutationFn: ({ id: memberId }: DivisionMember) => acts.takeOut(memberId),
    onSuccess: ({ undo }, member) =>
      onDone({
        sentence: <bdi>{texts.select.taken(shownName(member))}</bdi>,
        ...(undo && { undo }),
      }),
  })
  return (
    <>
      {takeOut.error && <Notice message={sentenceOf(takeOut.error)} />}
      <ul className={classes.divisions} aria-label={words.list(division.name)}>
        {rows.map((member) => (
          <li key={member.id} className={classes.one}>
            <RacerLink racer={member}>
              <bdi>{shownName(member)}</bdi>
            </RacerLink>
            <Quiet as="span" size="xs">
              {words.since(formatInstant(member.since))}
            </Quiet>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={words.takeOne(shownName(member))}
              loading={takeOut.isPending && takeOut.variables.id === member.id}
              onClick={() => takeOut.mutate(member)}
            >
              {words.take}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
