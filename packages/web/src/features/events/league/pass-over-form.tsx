import { PASSED_OVER_REASONS, type PassedOverReason } from '@rollcall/scoring/prizes'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { Choices } from '#ui/choices.tsx'
import { DialogForm } from '#ui/dialogs.tsx'
import { Quiet } from '#ui/layout/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { texts } from './prizes-texts.ts'

interface PassOverFormProps {
  readonly onPassOver: (reason: PassedOverReason) => Promise<void>
  readonly onClose: () => void
}

/** Asks why somebody does not win. */
export function PassOverForm({ onPassOver, onClose }: PassOverFormProps) {
  const [reason, setReason] = useState<PassedOverReason | null>(null)
  const [isMissing, setIsMissing] = useState(false)
  const pass = useMutation({ mutationFn: onPassOver, onSuccess: onClose })
  return (
    <DialogForm
      submitLabel={texts.passOver}
      isPending={pass.isPending}
      problem={pass.error && sentenceOf(pass.error)}
      onSubmit={() => {
        setIsMissing(reason === null)
        if (reason !== null) pass.mutate(reason)
      }}
      onClose={onClose}
    >
      <Choices
        question={texts.why}
        options={PASSED_OVER_REASONS.map((value) => ({ label: texts.reasons[value], value }))}
        answer={reason}
        onAnswer={setReason}
      />
      <Quiet>{texts.whyHint}</Quiet>
      {isMissing && reason === null && <Notice message={texts.whyMissing} />}
    </DialogForm>
  )
}
