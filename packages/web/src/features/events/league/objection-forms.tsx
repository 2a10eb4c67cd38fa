import { Textarea } from '@mantine/core'
import { answerObjection, MAX_OBJECTION_LENGTH, makeObjection } from '@rollcall/contract/objections'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { answersAbout } from '#api/query-keys.ts'
import { Button } from '#ui/button.tsx'
import { Choices } from '#ui/choices.tsx'
import { Stack } from '#ui/layout/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { texts } from './texts.ts'

const { objections: words } = texts

/** Objects to a round in one sentence. */
export function ObjectionForm({ eventId }: { readonly eventId: number }) {
  const params = { eventId: String(eventId) }
  return (
    <SentenceForm
      label={words.what}
      hint={words.whatHint}
      submitLabel={words.object}
      onSubmit={(text) => callApi(makeObjection, { params, body: { text } })}
    />
  )
}

interface AnswerFormProps {
  readonly eventId: number
  readonly objectionId: number
}

/** Answers an objection, once. */
export function AnswerForm({ eventId, objectionId }: AnswerFormProps) {
  const [isUpheld, setIsUpheld] = useState<boolean | null>(null)
  const params = { eventId: String(eventId), objectionId: String(objectionId) }
  return (
    <Stack gap="sm">
      <Choices
        question={words.decide}
        options={[
          { label: words.uphold, value: true },
          { label: words.reject, value: false },
        ]}
        answer={isUpheld}
        onAnswer={setIsUpheld}
      />
      {isUpheld !== null && (
        <SentenceForm
          label={words.answer}
          hint={words.answerHint}
          submitLabel={words.send}
          onSubmit={(text) => callApi(answerObjection, { params, body: { isUpheld, text } })}
        />
      )}
    </Stack>
  )
}

interface SentenceFormProps {
  readonly label: string
  readonly hint: string
  readonly submitLabel: string
  readonly onSubmit: (text: string) => Promise<unknown>
}

function SentenceForm({ label, hint, submitLabel, onSubmit }: SentenceFormProps) {
  const queryClient = useQueryClient()
  const [text, setText] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const send = useMutation({
    mutationFn: () => onSubmit(text.trim()),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: answersAbout('events') })
      setText('')
    },
  })
  return (
    <Stack
      as="form"
      gap="sm"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setIsMissing(text.trim() === '')
        if (text.trim() !== '' && !send.isPending) send.mutate()
      }}
    >
      <Textarea
        label={label}
        description={hint}
        maxLength={MAX_OBJECTION_LENGTH}
        autosize
        value={text}
        error={isMissing && text.trim() === '' && words.missing}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {send.error && <Notice message={sentenceOf(send.error)} />}
      <div>
        <Button type="submit" loading={send.isPending}>
          {submitLabel}
        </Button>
      </div>
    </Stack>
  )
}
