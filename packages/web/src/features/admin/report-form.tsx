import { Textarea } from '@mantine/core'
import {
  createReport,
  MAX_REPORT_DETAILS_LENGTH,
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
import { Row, Stack } from '#ui/layout/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import classes from './report-form.module.css'
import { reportTexts } from './report-texts.ts'

const { reporting } = reportTexts

const REASONS = ReportReason.options.map((value) => ({ label: reportTexts.reasons[value], value }))

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
    return <Thanks onClose={onClose} />
  }
  return (
    <DialogForm
      submitLabel={reporting.send}
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
        question={reporting.reason}
        options={REASONS}
        answer={reason}
        onAnswer={(chosen) => {
          setReason(chosen)
          setIsReasonMissing(false)
        }}
      />
      <Textarea
        label={reporting.details}
        description={reporting.detailsHint(details.length, MAX_REPORT_DETAILS_LENGTH)}
        inputWrapperOrder={['label', 'input', 'description']}
        rows={4}
        maxLength={MAX_REPORT_DETAILS_LENGTH}
        value={details}
        onChange={({ currentTarget }) => setDetails(currentTarget.value)}
      />
      {isReasonMissing && <Notice message={reporting.reasonMissing} />}
    </DialogForm>
  )
}

function Thanks({ onClose }: { readonly onClose: () => void }) {
  const close = useRef<HTMLButtonElement>(null)
  // The button that had the focus is gone.
  useEffect(() => close.current?.focus(), [])
  return (
    <Stack className={dialogs.form}>
      <Row as="p" wrap={false} gap="xs" role="status" className={classes.thanks}>
        <IconCheck size={20} aria-hidden />
        {reporting.sent}
      </Row>
      <Row align="stretch" justify="flex-end">
        <Button ref={close} onClick={onClose}>
          {reporting.close}
        </Button>
      </Row>
    </Stack>
  )
}

export interface Reported {
  readonly name: string
  readonly subject: ReportSubject
}
