import { ConfirmDialog } from '#ui/dialogs.tsx'

interface PodiumQuestionProps {
  readonly isOpen: boolean
  readonly isRehearsal: boolean
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** Before the podium is shown while ranks are still hidden. */
export function PodiumQuestion({ isRehearsal, ...props }: PodiumQuestionProps) {
  return (
    <ConfirmDialog
      {...props}
      title="Go straight to the podium?"
      text={
        isRehearsal
          ? 'This uncovers every rank at once. Only you see a rehearsal.'
          : "This uncovers every rank at once. You can go back, but you can't un-show what viewers saw."
      }
      confirmLabel="Show Podium"
    />
  )
}
