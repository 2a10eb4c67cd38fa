import { Checkbox, NativeSelect } from '@mantine/core'
import { HELPER_CALLS } from '@rollcall/contract/helpers'
import { HelperRole } from '@rollcall/contract/helping'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { answersAbout } from '#api/query-keys.ts'
import { Sentence } from '#texts/sentence.tsx'
import { Button } from '#ui/button.tsx'
import type { Done } from '#ui/done-message.tsx'
import { Stack } from '#ui/layout/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import type { StreamerOption } from '../event-draft.ts'
import { StreamerSelect } from '../event-fields.tsx'
import classes from './helpers.module.css'
import type { Helped } from './queries.ts'
import { texts } from './texts.ts'

const { form: words } = texts

interface AppointFormProps {
  readonly helped: Helped
  readonly onDone: (done: Done | null) => void
}

const NOTHING: { person: StreamerOption | null; role: HelperRole; seesSealed: boolean } = {
  person: null,
  role: 'moderator',
  seesSealed: false,
}

/** Finds a person and appoints them. */
export function AppointForm({ helped, onDone }: AppointFormProps) {
  const [draft, setDraft] = useState(NOTHING)
  const [isMissing, setIsMissing] = useState(false)
  const appointing = useAppointing(helped, (done) => {
    setDraft(NOTHING)
    onDone(done)
  })
  const { person, role, seesSealed } = draft
  return (
    <Stack
      as="form"
      gap="sm"
      className={classes.form}
      aria-label={words.title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setIsMissing(person === null)
        if (person !== null && !appointing.isPending) {
          onDone(null)
          appointing.mutate({ person, role, seesSealed })
        }
      }}
    >
      <h3 className={classes.formTitle}>{words.title}</h3>
      <StreamerSelect
        name="helper"
        label={words.person}
        hint={words.hint}
        chosen={person === null ? [] : [person]}
        onChange={(chosen) => {
          setIsMissing(false)
          setDraft({ ...draft, person: chosen.at(-1) ?? null })
        }}
        problem={isMissing ? words.missing : undefined}
      />
      <NativeSelect
        label={words.role}
        description={texts.may[role]}
        value={role}
        onChange={({ currentTarget }) =>
          setDraft({ ...draft, role: HelperRole.parse(currentTarget.value) })
        }
      >
        {HelperRole.options.map((each) => (
          <option key={each} value={each}>
            {texts.roles[each]}
          </option>
        ))}
      </NativeSelect>
      {role === 'moderator' && (
        <Checkbox
          label={texts.seesSealed}
          description={texts.seesSealedHint}
          checked={seesSealed}
          onChange={({ currentTarget }) =>
            setDraft({ ...draft, seesSealed: currentTarget.checked })
          }
        />
      )}
      {appointing.isError && <Notice message={sentenceOf(appointing.error)} />}
      <div>
        <Button type="submit" loading={appointing.isPending}>
          {words.add}
        </Button>
      </div>
    </Stack>
  )
}

interface Appointment {
  readonly person: StreamerOption
  readonly role: HelperRole
  readonly seesSealed: boolean
}

function useAppointing({ kind, id }: Helped, onDone: (done: Done) => void) {
  const queryClient = useQueryClient()
  const calls = HELPER_CALLS[kind]
  const refresh = () => queryClient.invalidateQueries({ queryKey: answersAbout('events') })
  return useMutation({
    mutationFn: async ({ person, ...body }: Appointment) => {
      await callApi(calls.appoint, { params: { id, userId: String(person.value) }, body })
      await refresh()
    },
    onSuccess: (_, { person }) => {
      const name = <bdi>{person.label}</bdi>
      onDone({
        sentence: <Sentence text={words.done} parts={{ name }} />,
        undo: {
          run: async () => {
            await callApi(calls.remove, { params: { id, userId: String(person.value) } })
            await refresh()
          },
          sentence: <Sentence text={words.undone} parts={{ name }} />,
        },
      })
    },
  })
}
