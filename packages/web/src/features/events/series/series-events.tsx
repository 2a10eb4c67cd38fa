/** What a series' organiser can do with its events: create, add, remove and reorder them. */

import { NativeSelect } from '@mantine/core'
import { addSeriesEvent, orderSeries, takeOutSeriesEvent } from '@rollcall/contract/events-series'
import { PAGES } from '@rollcall/contract/pages'
import { IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { answersAbout } from '#api/query-keys.ts'
import { Sentence } from '#texts/sentence.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ConfirmDialog, DialogForm } from '#ui/dialogs.tsx'
import type { Done } from '#ui/done-message.tsx'
import { formatDays } from '#ui/format-instant.ts'
import { Quiet } from '#ui/layout/layout.tsx'
import { Modal } from '#ui/modal.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import { type EventSeries, myEventsQuery, type SeriesEvent } from '../queries.ts'
import { texts as shared } from '../texts.ts'
import type { Organising } from './manage-series-card.tsx'
import { texts } from './texts.ts'

const { adding: words, removing } = texts

export const createInSeriesPath = (seriesId: number | string) =>
  `${PAGES.createEvent.path}?series=${seriesId}`

interface AddToSeriesProps {
  readonly id: string
  readonly onAdded: (done: Done) => void
  /** The creator, whose single events can be added. */
  readonly createdBy: number | undefined
  readonly userId: number | undefined
}

export function AddToSeries({ id, createdBy, userId, onAdded }: AddToSeriesProps) {
  const [isAdding, setIsAdding] = useState(false)
  const isOwn = createdBy !== undefined && userId === createdBy
  return (
    <>
      <ButtonLink to={createInSeriesPath(id)} leftSection={<IconPlus size={18} aria-hidden />}>
        {words.create}
      </ButtonLink>
      {/* An admin does not see the single events of others. */}
      {isOwn && (
        <Button variant="default" onClick={() => setIsAdding(true)}>
          {words.addExisting}
        </Button>
      )}
      {isOwn && (
        <Modal isOpen={isAdding} title={words.addExisting} onClose={() => setIsAdding(false)}>
          <AddExistingForm
            id={id}
            createdBy={createdBy}
            onClose={() => setIsAdding(false)}
            onAdded={onAdded}
          />
        </Modal>
      )}
    </>
  )
}

interface AddExistingFormProps {
  readonly id: string
  readonly createdBy: number
  readonly onClose: () => void
  readonly onAdded: (done: Done) => void
}

function AddExistingForm({ id, createdBy, onClose, onAdded }: AddExistingFormProps) {
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery(myEventsQuery)
  const [chosen, setChosen] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const adding = useMutation({
    mutationFn: () => callApi(addSeriesEvent, { params: { id, eventId: chosen }, query: {} }),
    onSuccess: async () => {
      const name = data?.events.find((event) => String(event.id) === chosen)?.name
      const refresh = () => queryClient.invalidateQueries({ queryKey: answersAbout('events') })
      // Refreshes first, so that the dialog closes on an up-to-date page.
      await refresh()
      onClose()
      onAdded({
        sentence: <Sentence text={words.done} parts={{ name: <bdi>{name}</bdi> }} />,
        undo: {
          run: async () => {
            await callApi(takeOutSeriesEvent, { params: { id, eventId: chosen } })
            await refresh()
          },
          sentence: <Sentence text={words.undone} parts={{ name: <bdi>{name}</bdi> }} />,
        },
      })
    },
  })
  if (error) {
    return <LoadError error={error} onRetry={() => void refetch()} />
  }
  if (!data) {
    return <Loading />
  }
  const own = data.events.filter((event) => event.createdBy === createdBy)
  if (own.length === 0) {
    return (
      <>
        <Quiet>{words.none}</Quiet>
        <Button variant="default" onClick={onClose}>
          {shared.close}
        </Button>
      </>
    )
  }
  return (
    <DialogForm
      submitLabel={words.add}
      isPending={adding.isPending}
      problem={adding.error && sentenceOf(adding.error)}
      onSubmit={() => {
        setIsMissing(chosen === '')
        if (chosen !== '') {
          adding.mutate()
        }
      }}
      onClose={onClose}
    >
      <NativeSelect
        label={words.event}
        description={words.eventHint}
        error={isMissing && words.missing}
        value={chosen}
        onChange={({ currentTarget }) => {
          setChosen(currentTarget.value)
          setIsMissing(false)
        }}
      >
        <option value="">{shared.fields.pleaseSelect}</option>
        {own.map(({ id, name, startAt, endAt }) => (
          <option key={id} value={id}>
            {startAt === undefined ? name : words.option(name, formatDays(startAt, endAt))}
          </option>
        ))}
      </NativeSelect>
    </DialogForm>
  )
}

/** Moves and removes events, and announces the result for people who do not see the cards change. */
export function useSeriesOrder(
  id: string,
  series: EventSeries | undefined,
  onDone: (done: Done) => void,
) {
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<SeriesEvent | null>(null)
  // A co-organiser of the series can do nothing more with an event that is not in it.
  const canPutBack = series?.canDelete !== false
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: answersAbout('events') })
  const ordering = useMutation({
    mutationFn: (events: number[]) => callApi(orderSeries, { params: { id }, body: { events } }),
    onSuccess,
  })
  const takingOut = useMutation({
    mutationFn: (event: SeriesEvent) =>
      callApi(takeOutSeriesEvent, { params: { id, eventId: String(event.id) } }),
    onSuccess: async (answer, { id: eventId, name }) => {
      await onSuccess()
      const position = 'position' in answer ? answer.position : null
      const parts = { name: <bdi>{name}</bdi> }
      if (!canPutBack) {
        onDone({ sentence: <Sentence text={removing.doneForGood} parts={parts} /> })
        return
      }
      onDone({
        sentence: <Sentence text={removing.done} parts={parts} />,
        undo: {
          run: async () => {
            await callApi(addSeriesEvent, {
              params: { id, eventId: String(eventId) },
              query: position === null ? {} : { position: String(position) },
            })
            await onSuccess()
          },
          sentence: <Sentence text={removing.undone} parts={parts} />,
        },
      })
    },
  })
  const isBusy = ordering.isPending || takingOut.isPending
  const error = ordering.error ?? takingOut.error

  function organisingAt(index: number): Organising {
    const events = series?.events ?? []
    return {
      isFirst: index === 0,
      isLast: index === events.length - 1,
      onMove: (by, button) => {
        if (isBusy) {
          return
        }
        takingOut.reset()
        const order = events.map((event) => event.id)
        const [moved = 0] = order.splice(index, 1)
        order.splice(index + by, 0, moved)
        ordering.mutate(order, {
          onSuccess: () => {
            const name = <bdi>{events[index]?.name}</bdi>
            const text = texts.moved(index + by + 1, order.length)
            onDone({ sentence: <Sentence text={text} parts={{ name }} /> })
            button.focus()
          },
        })
      },
      onTakeOut: () => {
        const event = events[index]
        if (event && !isBusy) {
          ordering.reset()
          const takeOut = canPutBack ? takingOut.mutate : setAsked
          takeOut(event)
        }
      },
    }
  }
  const question = <RemoveQuestion asked={asked} onAnswer={setAsked} onConfirm={takingOut.mutate} />
  return { organisingAt, problem: error && sentenceOf(error), question }
}

interface RemoveQuestionProps {
  /** null: closed. */
  readonly asked: SeriesEvent | null
  readonly onAnswer: (asked: null) => void
  readonly onConfirm: (event: SeriesEvent) => void
}

/** For those who could not put the event back. */
function RemoveQuestion({ asked, onAnswer, onConfirm }: RemoveQuestionProps) {
  return (
    <ConfirmDialog
      isOpen={asked !== null}
      title={removing.question}
      text={asked === null ? '' : removing.result(asked.name)}
      confirmLabel={texts.card.remove}
      onCancel={() => onAnswer(null)}
      onConfirm={() => {
        onAnswer(null)
        if (asked !== null) onConfirm(asked)
      }}
    />
  )
}
