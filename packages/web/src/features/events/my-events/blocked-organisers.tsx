import { NativeSelect } from '@mantine/core'
import { blockOrganiser, unblockOrganiser } from '@rollcall/contract/events-participation'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { answersAbout } from '#api/query-keys.ts'
import { Sentence } from '#texts/sentence.tsx'
import { Button } from '#ui/button.tsx'
import cards from '#ui/cards.module.css'
import { DialogForm } from '#ui/dialogs.tsx'
import { type Done, DoneMessage } from '#ui/done-message.tsx'
import { Quiet, Row, Stack } from '#ui/layout/layout.tsx'
import { Modal } from '#ui/modal.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { LoadError } from '#ui/states.tsx'
import { streamerName } from '#ui/streamer-name.ts'
import type { Organiser } from '../leave-dialog.tsx'
import { blockedOrganisersQuery } from '../queries.ts'
import { texts as shared } from '../texts.ts'
import classes from './blocked-organisers.module.css'
import { texts } from './texts.ts'

const { blocked: words } = texts

interface BlockedOrganisersProps {
  /** The organisers of the listed events. */
  readonly organisers: readonly Organiser[]
}

/** Organisers who cannot add the user to events; absent if there is nobody to block. */
export function BlockedOrganisers({ organisers }: BlockedOrganisersProps) {
  const { data: blocked, error, refetch } = useQuery(blockedOrganisersQuery)
  const section = useRef<HTMLDivElement>(null)
  const [done, setDone] = useState<Done | null>(null)
  if (error && !blocked) {
    return (
      <Section>
        <LoadError error={error} onRetry={() => void refetch()} />
      </Section>
    )
  }
  if (!blocked || (blocked.length === 0 && organisers.length === 0 && done === null)) {
    return null
  }
  // Before the button with the focus disappears.
  const takeFocus = () => section.current?.focus()
  return (
    <Section>
      <DoneMessage done={done} takesFocus />
      <Stack ref={section} tabIndex={-1}>
        {blocked.length > 0 && (
          <ul className={cards.list}>
            {blocked.map((organiser) => (
              <BlockedOrganiser key={organiser.id} organiser={organiser} onDone={setDone} />
            ))}
          </ul>
        )}
        {organisers.length > 0 && <BlockForm organisers={organisers} onBlocked={takeFocus} />}
      </Stack>
    </Section>
  )
}

function Section({ children }: { readonly children: ReactNode }) {
  return (
    <Panel title={words.title}>
      <p>{words.lead}</p>
      {children}
    </Panel>
  )
}

interface BlockedOrganiserProps {
  readonly organiser: Organiser
  readonly onDone: (done: Done) => void
}

function BlockedOrganiser({ organiser, onDone }: BlockedOrganiserProps) {
  const { id } = organiser
  const shownName = streamerName(organiser)
  const queryClient = useQueryClient()
  const params = { id: String(id) }
  const name = <bdi>{shownName}</bdi>
  const refresh = () => queryClient.invalidateQueries({ queryKey: answersAbout('events') })
  const unblocking = useMutation({
    mutationFn: () => callApi(unblockOrganiser, { params }),
    onSuccess: async () => {
      await refresh()
      onDone({
        sentence: <Sentence text={words.isUnblocked} parts={{ name }} />,
        undo: {
          run: async () => {
            await callApi(blockOrganiser, { params })
            await refresh()
          },
          sentence: <Sentence text={words.isBlockedAgain} parts={{ name }} />,
        },
      })
    },
  })
  return (
    <Row as="li" gap="xs/sm" justify="space-between" className={classes.organiser}>
      {name}
      <Button
        variant="default"
        size="xs"
        aria-label={shared.actionOn(words.unblock, shownName)}
        loading={unblocking.isPending}
        onClick={() => unblocking.mutate()}
      >
        {words.unblock}
      </Button>
      {unblocking.isError && <Notice message={sentenceOf(unblocking.error)} />}
    </Row>
  )
}

interface BlockFormProps {
  readonly organisers: readonly Organiser[]
  readonly onBlocked: () => void
}

/** Blocks one of the listed events' organisers, even if all of those events have ended. */
function BlockForm({ organisers, onBlocked }: BlockFormProps) {
  const [chosen, setChosen] = useState('')
  const [isAsking, setIsAsking] = useState(false)
  const organiser = organisers.find(({ id }) => String(id) === chosen)
  return (
    <Row align="end" className={classes.choice}>
      <NativeSelect
        label={words.organiser}
        value={organiser ? chosen : ''}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      >
        <option value="">{shared.fields.pleaseSelect}</option>
        {organisers.map(({ id, ...names }) => (
          <option key={id} value={id}>
            {streamerName(names)}
          </option>
        ))}
      </NativeSelect>
      <Button variant="default" disabled={!organiser} onClick={() => setIsAsking(true)}>
        {words.block}
      </Button>
      <Modal
        isOpen={isAsking && organiser !== undefined}
        title={words.question}
        onClose={() => setIsAsking(false)}
      >
        {organiser && (
          <BlockConfirmation
            organiser={organiser}
            onClose={() => setIsAsking(false)}
            onBlocked={() => {
              setIsAsking(false)
              onBlocked()
            }}
          />
        )}
      </Modal>
    </Row>
  )
}

interface BlockConfirmationProps {
  readonly organiser: Organiser
  readonly onClose: () => void
  readonly onBlocked: () => void
}

function BlockConfirmation({ organiser, onClose, onBlocked }: BlockConfirmationProps) {
  const queryClient = useQueryClient()
  const blocking = useMutation({
    mutationFn: () => callApi(blockOrganiser, { params: { id: String(organiser.id) } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: answersAbout('events') })
      onBlocked()
    },
  })
  return (
    <DialogForm
      submitLabel={words.block}
      isPending={blocking.isPending}
      problem={blocking.error && sentenceOf(blocking.error)}
      onSubmit={() => blocking.mutate()}
      onClose={onClose}
    >
      <Quiet>
        <Sentence text={words.result} parts={{ name: <bdi>{streamerName(organiser)}</bdi> }} />
      </Quiet>
    </DialogForm>
  )
}
