import { Textarea } from '@mantine/core'
import {
  createReport,
  MAX_REPORT_DETAILS_LENGTH,
  REPORT_REASON_LABELS,
  ReportReason,
  type ReportSubject,
} from '@rollcall/contract/admin-reports'
import { IconCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { Button } from '#ui/button.tsx'
import { Choices } from '#ui/choices.tsx'
import dialogs from '#ui/dialogs.module.css'
import { DialogForm } from '#ui/dialogs.tsx'
import { formatNumber } from '#ui/format-number.ts'
import { Notice } from '#ui/notice.tsx'
import classes from './report-form.module.css'

const REASONS = ReportReason.options.map((value) => ({ label: REPORT_REASON_LABELS[value], value }))

interface ReportFormProps {
  readonly reported: Reported
  readonly onClose: () => void
}

export function ReportForm({ reported: { name, subject }, onClose }: ReportFormProps) {
  const [reason, setReason] = useState<ReportReason | null>(null)
  const [details, setDetails] = useState('')
  const [isReasonMissing, setIsReasonMissing] = useState(false)
  const sending = useMutation({
    mutationFn: (chosen: ReportReason) =>
      callApi(createReport, { body: { subject, reason: chosen, details: details.trim() } }),
  })
  if (sending.isSuccess) {
    return <Thanks message={sending.data.message} onClose={onClose} />
  }
  return (
    <DialogForm
      submitLabel="Send Report"
      isPending={sending.isPending}
      problem={sending.error && sentenceOf(sending.error)}
      onSubmit={() => {
        setIsReasonMissing(reason === null)
        if (reason !== null) {
          sending.mutate(reason)
        }
      }}
      onClose={onClose}
    >
      <p className={classes.about}>
        <bdi>{name}</bdi>
      </p>
      <Choices
        question="What is wrong with this row?"
        options={REASONS}
        answer={reason}
        onAnswer={(chosen) => {
          setReason(chosen)
          setIsReasonMissing(false)
        }}
      />
      <Textarea
        label="Details"
        description={`Optional. ${formatNumber(details.length)} of ${formatNumber(MAX_REPORT_DETAILS_LENGTH)} characters.`}
        inputWrapperOrder={['label', 'input', 'description']}
        rows={4}
        maxLength={MAX_REPORT_DETAILS_LENGTH}
        value={details}
        onChange={({ currentTarget }) => setDetails(currentTarget.value)}
      />
      {isReasonMissing && <Notice message="Please choose what is wrong." />}
    </DialogForm>
  )
}

interface ThanksProps {
  readonly message: string
  readonly onClose: () => void
}

function Thanks({ message, onClose }: ThanksProps) {
  const close = useRef<HTMLButtonElement>(null)
  // What had the focus is gone.
  useEffect(() => close.current?.focus(), [])
  return (
    <div className={dialogs.form}>
      <p role="status" className={classes.thanks}>
        <IconCheck size={20} aria-hidden />
        {message}
      </p>
      <div className={dialogs.buttons}>
        <Button ref={close} onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  )
}

export interface Reported {
  readonly name: string
  readonly subject: ReportSubject
}
