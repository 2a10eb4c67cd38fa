import { Textarea } from '@mantine/core'
import { MAX_REASON_LENGTH } from '@rollcall/contract/leagues'
import { texts } from './texts.ts'

const { round: words } = texts

interface ReasonFieldProps {
  readonly reason: string
  readonly isMissing: boolean
  readonly onReason: (reason: string) => void
}

export function ReasonField({ reason, isMissing, onReason }: ReasonFieldProps) {
  return (
    <Textarea
      label={words.reason}
      description={words.reasonHint}
      maxLength={MAX_REASON_LENGTH}
      autosize
      value={reason}
      error={isMissing && reason.trim() === '' && words.reasonMissing}
      onChange={({ currentTarget }) => onReason(currentTarget.value)}
    />
  )
}
