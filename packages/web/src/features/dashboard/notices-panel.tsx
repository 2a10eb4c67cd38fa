import { Textarea } from '@mantine/core'
import { createReport, MAX_REPORT_DETAILS_LENGTH } from '@rollcall/contract/admin-reports'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { Sentence } from '#texts/sentence.tsx'
import { Button } from '#ui/button.tsx'
import { DialogForm } from '#ui/dialogs.tsx'
import { formatInstant } from '#ui/format-instant.ts'
import { Quiet } from '#ui/layout/layout.tsx'
import { ChannelLink } from '#ui/links.tsx'
import { Modal } from '#ui/modal.tsx'
import { Panel } from '#ui/panel.tsx'
import rows from '#ui/rows-with-button.module.css'
import { noticesQuery, type OffBoardsNotice, type ReportAnswer } from './queries.ts'
import { texts } from './texts.ts'

const { notices: words } = texts

interface NoticesPanelProps {
  /** Without it, all notices. */
  readonly only?: 'off-boards'
}

/** What others decided about the reader; nothing without a notice. */
export function NoticesPanel({ only }: NoticesPanelProps) {
  const { data } = useQuery(noticesQuery)
  const [asked, setAsked] = useState<OffBoardsNotice | null>(null)
  const notices = data?.notices.filter(({ kind }) => only === undefined || kind === only) ?? []
  if (notices.length === 0) {
    return null
  }
  return (
    <Panel title={words.title}>
      <ul className={rows.list}>
        {notices.map((notice) =>
          notice.kind === 'off-boards' ? (
            <OffBoards
              key={`boards ${notice.channelId}`}
              notice={notice}
              onObject={() => setAsked(notice)}
            />
          ) : (
            <AnsweredReport key={`report ${notice.reportId}`} notice={notice} />
          ),
        )}
      </ul>
      <Modal isOpen={asked !== null} title={words.objectTitle} onClose={() => setAsked(null)}>
        {asked && <ObjectionForm notice={asked} onClose={() => setAsked(null)} />}
      </Modal>
    </Panel>
  )
}

interface OffBoardsProps {
  readonly notice: OffBoardsNotice
  readonly onObject: () => void
}

function OffBoards({ notice: { channel, since, hasObjected }, onObject }: OffBoardsProps) {
  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <span>
          <Sentence
            text={words.offBoards}
            parts={{
              channel: (
                <ChannelLink channel={channel}>
                  <bdi>{channel.name}</bdi>
                </ChannelLink>
              ),
              date: <time dateTime={since}>{formatInstant(since)}</time>,
            }}
          />
        </span>
        {hasObjected && <span className={rows.fact}>{words.hasObjected}</span>}
      </div>
      {!hasObjected && (
        <Button
          variant="default"
          size="xs"
          aria-label={words.objectTo(channel.name)}
          onClick={onObject}
        >
          {words.object}
        </Button>
      )}
    </li>
  )
}

function AnsweredReport({
  notice: { name, where, since, answer },
}: {
  readonly notice: ReportAnswer
}) {
  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <span>
          <Sentence
            text={words.answered}
            parts={{
              name: <bdi>{name}</bdi>,
              place: <bdi>{where}</bdi>,
              answer: <bdi>{answer}</bdi>,
            }}
          />
        </span>
        <time className={rows.fact} dateTime={since}>
          {formatInstant(since)}
        </time>
      </div>
    </li>
  )
}

interface ObjectionFormProps {
  readonly notice: OffBoardsNotice
  readonly onClose: () => void
}

function ObjectionForm({ notice: { channelId }, onClose }: ObjectionFormProps) {
  const queryClient = useQueryClient()
  const [details, setDetails] = useState('')
  const sending = useMutation({
    mutationFn: () =>
      callApi(createReport, {
        body: {
          subject: { kind: 'off-boards', channelId },
          reason: 'other',
          details: details.trim(),
        },
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries(noticesQuery)
      onClose()
    },
  })
  return (
    <DialogForm
      submitLabel={words.send}
      isPending={sending.isPending}
      problem={sending.error && sentenceOf(sending.error)}
      onSubmit={() => sending.mutate()}
      onClose={onClose}
    >
      <Quiet>{words.objectResult}</Quiet>
      <Textarea
        label={words.details}
        rows={4}
        maxLength={MAX_REPORT_DETAILS_LENGTH}
        value={details}
        onChange={({ currentTarget }) => setDetails(currentTarget.value)}
      />
    </DialogForm>
  )
}
