import { Textarea } from '@mantine/core'
import { MAX_ADJUSTMENT_NOTE_LENGTH } from '@rollcall/contract/events-adjustments'
import { texts } from './texts.ts'

interface NoteFieldProps {
  readonly note: string
  readonly onNote: (note: string) => void
}

/** What only organisers and the racer read. */
export function NoteField({ note, onNote }: NoteFieldProps) {
  return (
    <Textarea
      label={texts.note}
      description={texts.noteHint}
      inputWrapperOrder={['label', 'input', 'description']}
      rows={2}
      maxLength={MAX_ADJUSTMENT_NOTE_LENGTH}
      value={note}
      onChange={({ currentTarget }) => onNote(currentTarget.value)}
    />
  )
}
