import { ConfirmDialog } from '#ui/dialogs.tsx'
import { texts } from './texts.ts'

const { straightToPodium } = texts

interface PodiumQuestionProps {
  readonly isOpen: boolean
  readonly isRehearsal: boolean
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** Asks before the podium uncovers ranks that are still hidden. */
export function PodiumQuestion({ isRehearsal, ...props }: PodiumQuestionProps) {
  return (
    <ConfirmDialog
      {...props}
      title={straightToPodium.title}
      text={isRehearsal ? straightToPodium.rehearsal : straightToPodium.live}
      confirmLabel={straightToPodium.confirm}
    />
  )
}
