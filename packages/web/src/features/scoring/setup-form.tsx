import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { findSessionToken } from '#api/session.ts'
import { LeaveGuard } from '#ui/leave-guard.tsx'
import { Panel } from '#ui/panel.tsx'
import { AddPositions } from './add-positions.tsx'
import classes from './leaderboard-setup-page.module.css'
import { NameAndModes } from './name-and-modes.tsx'
import { PointSettings } from './point-settings.tsx'
import { PositionList } from './position-list.tsx'
import { SetupBar } from './setup-bar.tsx'
import { firstProblemOf, readDraft, type SetupDraft } from './setup-draft.ts'
import { MY_EVENTS_PATH, useSaving } from './use-saving.ts'

interface SetupFormProps {
  /** null: a new one. */
  readonly id: number | null
  readonly loaded: SetupDraft
  readonly isAdmin: boolean
}

export function SetupForm({ id, loaded, isAdmin }: SetupFormProps) {
  const navigate = useNavigate()
  // What the server has; the draft is compared with it.
  const [saved] = useState(loaded)
  const [draft, setDraft] = useState(saved)
  const isDone = useRef(false)
  const { saving, deleting, finishedEvents } = useSaving({
    id,
    onDone: () => {
      isDone.current = true
      void navigate(MY_EVENTS_PATH)
    },
  })

  const read = readDraft(draft)
  const hasChanged = read.fingerprint !== readDraft(saved).fingerprint
  const isReadOnly = saved.isDefault && !isAdmin
  const { config } = read
  const toSave =
    config !== null && hasChanged && !isReadOnly
      ? { config, ...(isAdmin && { isDefault: draft.isDefault }) }
      : null
  function hintOf(): string | null {
    if (isReadOnly) return READ_ONLY
    if (!hasChanged && id !== null) return null
    return firstProblemOf(read) ?? 'You have unsaved changes.'
  }

  const field = { draft, problems: read.problems, onChange: setDraft }
  return (
    <>
      <SetupBar
        name={saved.name}
        toSave={toSave}
        hint={hintOf()}
        deletableId={isReadOnly ? null : id}
        saving={saving}
        deleting={deleting}
        finishedEvents={finishedEvents}
      />
      <fieldset className={classes.columns} disabled={isReadOnly || saving.isPending}>
        <NameAndModes {...field} isAdmin={isAdmin} />
        <PositionList
          positions={draft.positions}
          problems={read.problems}
          onChange={setDraft}
          isReadOnly={isReadOnly}
        />
        <Panel title="Add Multiple Positions">
          <AddPositions {...field} />
        </Panel>
        <Panel title="Point Settings">
          <PointSettings {...field} />
        </Panel>
      </fieldset>
      <LeaveGuard
        // Without a session the page must be left.
        wouldLose={() => hasChanged && !isDone.current && findSessionToken() !== null}
      />
    </>
  )
}

const READ_ONLY =
  'This is a default configuration: everybody may use it, only admins may change it.'
