import type { ReadDraft, SetupDraft } from './setup-draft.ts'

export type ChangeDraft = (change: (shown: SetupDraft) => SetupDraft) => void

/** What every part of the setup page works on. */
export interface SetupPartProps {
  readonly draft: SetupDraft
  readonly problems: ReadDraft['problems']
  readonly onChange: ChangeDraft
}
