import type { RescoredEvent } from '@rollcall/contract/scoring'
import { IconDeviceFloppy, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { Sentence } from '#texts/sentence.tsx'
import { Button } from '#ui/button.tsx'
import cards from '#ui/cards.module.css'
import { ConfirmDialog } from '#ui/dialogs.tsx'
import { joinElements } from '#ui/format-list.ts'
import { Quiet, Row, Stack } from '#ui/layout/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import classes from './setup-bar.module.css'
import { texts } from './texts.ts'
import { explainSaveFailure, type ToSave, type useSaving } from './use-saving.ts'

type Saving = ReturnType<typeof useSaving>

export interface UsedBy {
  readonly eventCount: number
  /** The names of some of them. */
  readonly names: readonly string[]
}

function InUse({ eventCount, names }: UsedBy) {
  const rest = eventCount - names.length
  const others = rest === 0 ? [] : [texts.deleting.otherEvents(rest)]
  const events = joinElements(
    [...names, ...others].map((name, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two events may share a name.
      <bdi key={index}>{name}</bdi>
    )),
  )
  return (
    <Quiet className={classes.hint}>
      <Sentence text={texts.deleting.inUse} parts={{ events: <>{events}</> }} />
    </Quiet>
  )
}

interface SetupBarProps extends Saving {
  readonly name: string
  /** null: there is nothing to save. */
  readonly toSave: ToSave | null
  /** Why there is nothing to save, if that needs saying. */
  readonly hint: string | null
  /** null: it cannot be deleted. */
  readonly deletableId: number | null
  readonly usedBy: UsedBy
}

export function SetupBar(props: SetupBarProps) {
  const { name, toSave, hint, deletableId, usedBy, saving, deleting, finishedEvents } = props
  const [isAskingToDelete, setIsAskingToDelete] = useState(false)
  const failure = saving.error && explainSaveFailure(saving.error)
  const said = failure?.detail ?? hint
  const isBusy = saving.isPending || deleting.isPending
  return (
    <Stack gap="xs" className={classes.bar}>
      {failure && <Notice message={failure.message} />}
      {deleting.error && <Notice message={sentenceOf(deleting.error)} />}
      <Row gap="xs/sm" justify="flex-end" className={`${cards.card} ${classes.row}`}>
        {said !== null && <Quiet className={classes.hint}>{said}</Quiet>}
        {usedBy.eventCount > 0 && <InUse {...usedBy} />}
        {deletableId !== null && usedBy.eventCount === 0 && (
          <Button
            variant="default"
            leftSection={<IconTrash size={18} aria-hidden />}
            loading={deleting.isPending}
            disabled={isBusy}
            onClick={() => setIsAskingToDelete(true)}
          >
            {texts.deleting.delete}
          </Button>
        )}
        {toSave !== null && (
          <Button
            leftSection={<IconDeviceFloppy size={18} aria-hidden />}
            loading={saving.isPending}
            disabled={isBusy}
            onClick={() => {
              deleting.reset()
              saving.mutate(toSave)
            }}
          >
            {texts.saving.save}
          </Button>
        )}
      </Row>
      <ConfirmDialog
        isOpen={isAskingToDelete}
        title={texts.deleting.question}
        text={texts.deleting.result(name)}
        confirmLabel={texts.deleting.delete}
        onCancel={() => setIsAskingToDelete(false)}
        onConfirm={() => {
          setIsAskingToDelete(false)
          saving.reset()
          if (deletableId !== null) {
            deleting.mutate(deletableId)
          }
        }}
      />
      <ConfirmDialog
        isOpen={finishedEvents !== null}
        title={texts.saving.rescore}
        text={texts.saving.rescored}
        confirmLabel={texts.saving.save}
        onCancel={() => saving.reset()}
        onConfirm={() => {
          if (saving.variables) {
            saving.mutate({ ...saving.variables, isConfirmed: true })
          }
        }}
      >
        <FinishedEvents events={finishedEvents ?? []} />
      </ConfirmDialog>
    </Stack>
  )
}

function FinishedEvents({ events }: { readonly events: readonly RescoredEvent[] }) {
  return (
    <ul className={classes.events}>
      {events.map(({ id, name }) => (
        <li key={id}>
          <bdi>{name}</bdi>
        </li>
      ))}
    </ul>
  )
}
