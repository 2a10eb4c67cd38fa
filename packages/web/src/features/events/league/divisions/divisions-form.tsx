import { TextInput } from '@mantine/core'
import type { Division } from '@rollcall/contract/divisions'
import { MAX_DIVISION_NAME_LENGTH, MAX_DIVISIONS } from '@rollcall/contract/divisions'
import type { LeagueRules } from '@rollcall/contract/leagues'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { findSessionToken } from '#api/session.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs.tsx'
import { formatList } from '#ui/format-list.ts'
import { Row, Stack } from '#ui/layout/layout.tsx'
import { LeaveGuard } from '#ui/leave-guard.tsx'
import { Notice } from '#ui/notice.tsx'
import { WhatIf } from '../what-if/what-if.tsx'
import classes from './divisions.module.css'
import type { NamedDivision } from './queries.ts'
import { texts } from './texts.ts'

const { form: words } = texts

interface DraftRow extends NamedDivision {
  readonly key: number
}

interface DivisionsFormProps {
  /** The series. */
  readonly id: string
  readonly rules: LeagueRules
  readonly divisions: readonly Division[]
  readonly onSave: (divisions: NamedDivision[], isUndoable: boolean) => Promise<void>
  readonly onClose: () => void
}

/** Names of the divisions, in order. Those that are removed are asked about. */
export function DivisionsForm({ id, rules, divisions, onSave, onClose }: DivisionsFormProps) {
  const draft = useDraft(divisions)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const removed = divisions.filter(({ id }) => draft.rows.every((row) => row.id !== id))
  const save = useMutation({
    mutationFn: () =>
      onSave(
        draft.rows.map(({ id, name }) => ({ id, name: name.trim() })),
        removed.length === 0,
      ),
    onSuccess: onClose,
  })
  const submit = () => {
    setIsSubmitted(true)
    if (draft.rows.some((row) => draft.problemOf(row) !== null) || save.isPending) return
    if (removed.length > 0) setIsAsking(true)
    else save.mutate()
  }
  return (
    <Stack
      as="form"
      gap="sm"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {draft.rows.map((row, index) => (
        <div key={row.key} className={classes.named}>
          <TextInput
            label={words.name(index + 1)}
            maxLength={MAX_DIVISION_NAME_LENGTH}
            value={row.name}
            error={isSubmitted && draft.problemOf(row)}
            onChange={({ currentTarget }) => draft.rename(row.key, currentTarget.value)}
          />
          <Button
            variant="default"
            aria-label={words.removeOne(row.name)}
            onClick={() => draft.remove(row.key)}
          >
            {words.remove}
          </Button>
        </div>
      ))}
      {draft.rows.length < MAX_DIVISIONS && (
        <div>
          <Button variant="default" onClick={draft.add}>
            {words.add}
          </Button>
        </div>
      )}
      {draft.isChanged && <WhatIf id={id} draft={{ rules, divisions: draft.named }} />}
      <LeaveGuard
        wouldLose={() =>
          draft.isChanged && !save.isPending && !save.isSuccess && findSessionToken() !== null
        }
      />
      {save.error && <Notice message={sentenceOf(save.error)} />}
      <Row gap="xs">
        <Button type="submit" loading={save.isPending}>
          {words.save}
        </Button>
        <Button variant="default" onClick={onClose}>
          {words.cancel}
        </Button>
      </Row>
      <ConfirmDialog
        isOpen={isAsking}
        title={words.sure(removed.length)}
        text={words.sureText(formatList(removed.map(({ name }) => name)))}
        confirmLabel={words.sureConfirm}
        onConfirm={() => {
          setIsAsking(false)
          save.mutate()
        }}
        onCancel={() => setIsAsking(false)}
      />
    </Stack>
  )
}

/** The first form has a field for a first division. */
function useDraft(divisions: readonly Division[]) {
  const [rows, setRows] = useState<readonly DraftRow[]>(() =>
    divisions.length === 0
      ? [{ key: 0, id: null, name: '' }]
      : divisions.map(({ id, name }, key) => ({ key, id, name })),
  )
  const [nextKey, setNextKey] = useState(rows.length)
  const folded = ({ name }: DraftRow) => name.trim().toLowerCase()
  return {
    rows,
    /** Without those that cannot be saved yet. */
    named: rows
      .filter(
        (row) => folded(row) !== '' && rows.find((one) => folded(one) === folded(row)) === row,
      )
      .map(({ id, name }) => ({ id, name: name.trim() })),
    isChanged:
      rows.filter(({ name }) => name !== '').length !== divisions.length ||
      rows.some(({ id, name }) => divisions.find((each) => each.id === id)?.name !== name),
    rename: (key: number, name: string) =>
      setRows(rows.map((row) => (row.key === key ? { ...row, name } : row))),
    remove: (key: number) => setRows(rows.filter((row) => row.key !== key)),
    add() {
      setRows([...rows, { key: nextKey, id: null, name: '' }])
      setNextKey(nextKey + 1)
    },
    problemOf(row: DraftRow): string | null {
      if (row.name.trim() === '') return words.missing
      const isTaken = rows.some((other) => other !== row && folded(other) === folded(row))
      return isTaken ? words.taken : null
    },
  }
}
