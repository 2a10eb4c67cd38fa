import { Textarea } from '@mantine/core'
import {
  decideReport,
  MAX_DECISION_NOTE_LENGTH,
  type Report,
} from '@rollcall/contract/admin-reports'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { DialogForm } from '#ui/dialog-form.tsx'
import { Modal } from '#ui/modal.tsx'
import classes from './admin-form.module.css'
import { REPORTS_KEY } from './queries.ts'
import type { Verdict } from './report-card.tsx'

export interface Decision {
  readonly report: Report
  readonly verdict: Verdict
}

interface ReportDecisionProps {
  readonly asked: Decision | null
  readonly onClose: () => void
  readonly onDecided: (report: Report) => void
}

/** Resolves or dismisses a report, with a note for other admins. */
export function ReportDecision({ asked, onClose, onDecided }: ReportDecisionProps) {
  const title = asked?.verdict === 'resolved' ? 'Resolve report' : 'Dismiss report'
  return (
    <Modal isOpen={asked !== null} title={title} onClose={onClose}>
      {asked && <DecisionForm decision={asked} onClose={onClose} onDecided={onDecided} />}
    </Modal>
  )
}

interface DecisionFormProps extends Pick<ReportDecisionProps, 'onClose' | 'onDecided'> {
  readonly decision: Decision
}

function DecisionForm({ decision: { report, verdict }, onClose, onDecided }: DecisionFormProps) {
  const queryClient = useQueryClient()
  const [note, setNote] = useState('')
  const reload = () => queryClient.invalidateQueries({ queryKey: REPORTS_KEY })
  const deciding = useMutation({
    mutationFn: () =>
      callApi(decideReport, { params: { id: String(report.id) }, body: { state: verdict, note } }),
    onSuccess: (decided) => {
      void reload()
      onDecided(decided)
    },
    onError: (error) => {
      // Somebody else was faster, or it is not there any more.
      if (error instanceof ApiError && (error.status === 404 || error.status === 409)) void reload()
    },
  })
  return (
    <DialogForm
      submitLabel={verdict === 'resolved' ? 'Resolve' : 'Dismiss'}
      isPending={deciding.isPending}
      problem={deciding.error && sentenceOf(deciding.error)}
      onSubmit={() => deciding.mutate()}
      onClose={onClose}
    >
      <p className={classes.about}>
        <bdi>{report.subject.name}</bdi> in <bdi>{report.subject.where}</bdi>, reported by{' '}
        <bdi>{report.reporter.username}</bdi>
      </p>
      <Textarea
        label="Note"
        description="For admins only; may stay empty."
        rows={4}
        maxLength={MAX_DECISION_NOTE_LENGTH}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </DialogForm>
  )
}
