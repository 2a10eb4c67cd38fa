import type { DivisionOfLeague } from '@rollcall/contract/divisions'
import type { LeagueRules } from '@rollcall/contract/leagues'
import { useId, useState } from 'react'
import { Button } from '#ui/button.tsx'
import type { Done } from '#ui/done-message.tsx'
import { Quiet, Stack } from '#ui/layout/layout.tsx'
import { Modal } from '#ui/modal.tsx'
import parts from '../league.module.css'
import classes from './divisions.module.css'
import { DivisionsForm } from './divisions-form.tsx'
import { DivisionMembers } from './members.tsx'
import { type NamedDivision, useDivisionActs } from './queries.ts'
import { texts } from './texts.ts'

interface DivisionsProps {
  /** The series. */
  readonly id: string
  readonly rules: LeagueRules
  readonly divisions: readonly DivisionOfLeague[]
  readonly onDone: (done: Done) => void
}

/** The divisions of a league and who is in them, for those who decide it. */
export function Divisions({ id, rules, divisions, onDone }: DivisionsProps) {
  const titleId = useId()
  const acts = useDivisionActs(id)
  const [isEditing, setIsEditing] = useState(false)
  const [opened, setOpened] = useState<number | null>(null)
  const open = divisions.find((division) => division.id === opened)
  const save = async (next: NamedDivision[], isUndoable: boolean) => {
    const before = divisions.map(({ id: divisionId, name }) => ({ id: divisionId, name }))
    await acts.set(next)
    onDone({
      sentence: texts.form.saved,
      ...(isUndoable && {
        undo: { run: () => acts.set(before), sentence: texts.form.putBack },
      }),
    })
  }
  return (
    <Stack as="section" gap="xs" className={parts.parts} aria-labelledby={titleId}>
      <h3 id={titleId}>{texts.title}</h3>
      {divisions.length === 0 && <Quiet>{texts.lead}</Quiet>}
      {isEditing ? (
        <DivisionsForm
          {...{ id, rules, divisions }}
          onSave={save}
          onClose={() => setIsEditing(false)}
        />
      ) : (
        <>
          <DivisionList divisions={divisions} onOpen={setOpened} />
          <div>
            <Button variant="default" onClick={() => setIsEditing(true)}>
              {divisions.length === 0 ? texts.set : texts.change}
            </Button>
          </div>
        </>
      )}
      <Modal
        isOpen={open !== undefined}
        title={open === undefined ? '' : texts.openOne(open.name)}
        onClose={() => setOpened(null)}
      >
        {open && (
          <DivisionMembers
            {...{ id, rules, divisions }}
            division={open}
            onClose={() => setOpened(null)}
          />
        )}
      </Modal>
    </Stack>
  )
}

interface DivisionListProps {
  readonly divisions: readonly DivisionOfLeague[]
  readonly onOpen: (division: number) => void
}

function DivisionList({ divisions, onOpen }: DivisionListProps) {
  if (divisions.length === 0) return null
  return (
    <ul className={classes.divisions} aria-label={texts.title}>
      {divisions.map(({ id, name, total }) => (
        <li key={id} className={classes.one}>
          <bdi>{name}</bdi>
          <Quiet as="span">{texts.inTable(total)}</Quiet>
          <Button
            variant="default"
            size="compact-sm"
            aria-label={texts.openOne(name)}
            onClick={() => onOpen(id)}
          >
            {texts.open}
          </Button>
        </li>
      ))}
    </ul>
  )
}
