import { IconCheck } from '@tabler/icons-react'
import { Notice } from '#ui/notice.tsx'
import classes from './event-form.module.css'

interface ManageEventOutcomeProps {
  readonly isIncomplete: boolean
  /** The server's sentence, where the last try failed. */
  readonly failure: string | null
  /** The server's message, where the last try succeeded. */
  readonly message: string | undefined
}

/** How the last press of the button ended. */
export function ManageEventOutcome({ isIncomplete, failure, message }: ManageEventOutcomeProps) {
  return (
    <>
      {isIncomplete && <Notice message="Please fill in all fields before submitting." />}
      {!isIncomplete && failure !== null && (
        <Notice message={`Error updating event. Please try again. ${failure}`} />
      )}
      <p role="status" className={classes.done}>
        {message !== undefined && (
          <>
            <IconCheck size={18} aria-hidden />
            {message || 'Event updated successfully!'}
          </>
        )}
      </p>
    </>
  )
}
