import { Textarea } from '@mantine/core'
import type { Division } from '@rollcall/contract/divisions'
import type { LeagueRules } from '@rollcall/contract/leagues'
import { MAX_NAMES_AT_ONCE, type NameProblem } from '@rollcall/contract/leagues-divisions'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { Button } from '#ui/button.tsx'
import type { Done } from '#ui/done-message.tsx'
import { Quiet, Stack } from '#ui/layout/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { WhatIf } from '../what-if/what-if.tsx'
import classes from './divisions.module.css'
import { useDivisionActs } from './queries.ts'
import { texts } from './texts.ts'

const { members: words } = texts

interface NamesFormProps {
  /** The series. */
  readonly id: string
  readonly rules: LeagueRules
  /** All of the league. */
  readonly divisions: readonly Division[]
  readonly division: Division
  readonly onDone: (done: Done) => void
}

interface Refused {
  readonly name: string
  readonly problem: NameProblem
}

/** Puts racers into a division by their names. Names that were not found stay in the field. */
export function NamesForm({ id, rules, divisions, division, onDone }: NamesFormProps) {
  const acts = useDivisionActs(id)
  const [text, setText] = useState('')
  const [isSubmitted, setIsSubmitted] = useState(false)
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const names = text.split('\n').flatMap((line) => line.trim() || [])
  const problem = problemOf(names)
  const put = useMutation({
    mutationFn: (asked: string[]) => acts.put(division.id, { names: asked }),
    onSuccess({ moved, problems, undo }, asked) {
      const left = problems.map((each) => ({ ...each, name: asked[each.index] ?? '' }))
      setRefused(left)
      setText(left.map(({ name }) => name).join('\n'))
      setIsSubmitted(false)
      onDone({ sentence: words.done(moved.length, division.name), ...(undo && { undo }) })
    },
  })
  return (
    <Stack
      as="form"
      gap="xs"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setIsSubmitted(true)
        if (problem === null && !put.isPending) put.mutate(names)
      }}
    >
      <Textarea
        label={words.names}
        description={words.namesHint(MAX_NAMES_AT_ONCE)}
        autosize
        minRows={2}
        maxRows={8}
        value={text}
        error={isSubmitted && problem}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {problem === null && (
        <WhatIf
          id={id}
          draft={{
            rules,
            divisions: divisions.map(({ id: divisionId, name }) => ({ id: divisionId, name })),
            put: [{ index: divisions.findIndex((each) => each.id === division.id), names }],
          }}
        />
      )}
      {refused.length > 0 && (
        <ul className={classes.divisions} aria-label={words.problems}>
          {refused.map((each, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a name may be there twice.
            <li key={index}>
              <bdi>{each.name}</bdi>: <Quiet as="span">{words.problem[each.problem]}</Quiet>
            </li>
          ))}
        </ul>
      )}
      {put.error && <Notice message={sentenceOf(put.error)} />}
      <div>
        <Button type="submit" variant="default" loading={put.isPending}>
          {words.put}
        </Button>
      </div>
    </Stack>
  )
}

function problemOf(names: readonly string[]): string | null {
  if (names.length === 0) return words.namesMissing
  return names.length > MAX_NAMES_AT_ONCE ? words.tooMany(MAX_NAMES_AT_ONCE) : null
}
