import { Skeleton } from '@mantine/core'
import type { EntryKind } from '@rollcall/contract/league-entering'
import { shownName } from '@rollcall/scoring/racer'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs.tsx'
import type { Done } from '#ui/done-message.tsx'
import { Quiet, Row, Stack } from '#ui/layout/layout.tsx'
import { PersonLink, RacerLink } from '#ui/links.tsx'
import { Notice } from '#ui/notice.tsx'
import rows from '#ui/rows-with-button.module.css'
import { LoadError, Loading } from '#ui/states.tsx'
import { streamerName } from '#ui/streamer-name.ts'
import classes from '../league.module.css'
import { useAct } from '../teams/queries.ts'
import { decisionsAbout, type Entries, entriesQuery } from './queries.ts'
import { texts } from './texts.ts'

const { own: words } = texts

interface EntriesPanelProps {
  /** The series. */
  readonly id: string
  readonly hasPage: boolean
  readonly onDone: (done: Done) => void
}

/** Who asks to enter the league and who has entered it, for organisers. */
export function EntriesPanel({ id, hasPage, onDone }: EntriesPanelProps) {
  const titleId = useId()
  const { data, error, refetch } = useQuery(entriesQuery(id))
  const entries = data !== undefined && 'streamers' in data ? data : null
  return (
    <Stack as="section" gap="xs" className={classes.parts} aria-labelledby={titleId}>
      <h3 id={titleId}>{words.title}</h3>
      <Quiet>{hasPage ? words.lead : words.noLink}</Quiet>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && (
        <Loading>
          <Skeleton height="4rem" radius="md" />
        </Loading>
      )}
      {entries && <Lists id={id} entries={entries} onDone={onDone} />}
    </Stack>
  )
}

interface ListsProps {
  readonly id: string
  readonly entries: Entries
  readonly onDone: (done: Done) => void
}

function Lists({ id, entries, onDone }: ListsProps) {
  const { streamers, racers, hiddenRacers } = entries
  const asking = streamers.filter(({ state }) => state === 'asked')
  const entered = streamers.filter(({ state }) => state === 'entered')
  const count = racers.length + hiddenRacers
  const line = (streamer: Entries['streamers'][number]) => (
    <Entry
      key={streamer.id}
      id={id}
      entry={{ id: streamer.id, kind: 'streamer', name: streamerName(streamer) }}
      isAsking={streamer.state === 'asked'}
      onDone={onDone}
    >
      <PersonLink page={streamer.page}>
        <bdi>{streamerName(streamer)}</bdi>
      </PersonLink>
    </Entry>
  )
  return (
    <>
      {streamers.length + count === 0 && <Quiet>{words.nobody}</Quiet>}
      {asking.length > 0 && <List title={words.asking}>{asking.map(line)}</List>}
      {entered.length > 0 && <List title={words.streamers}>{entered.map(line)}</List>}
      {count > 0 && (
        <details>
          <summary>{words.racers(count)}</summary>
          <ul className={rows.list}>
            {racers.map((racer) => (
              <Entry
                key={racer.id}
                id={id}
                entry={{ id: racer.id, kind: 'racer', name: shownName(racer) }}
                isAsking={false}
                onDone={onDone}
              >
                <RacerLink racer={racer}>
                  <bdi>{shownName(racer)}</bdi>
                </RacerLink>
              </Entry>
            ))}
          </ul>
          {hiddenRacers > 0 && <Quiet>{words.hidden(hiddenRacers)}</Quiet>}
        </details>
      )}
    </>
  )
}

function List({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const titleId = useId()
  return (
    <Stack gap="2xs">
      <h4 id={titleId}>{title}</h4>
      <ul className={rows.list} aria-labelledby={titleId}>
        {children}
      </ul>
    </Stack>
  )
}

interface EntryProps {
  readonly id: string
  readonly entry: { readonly id: number; readonly kind: EntryKind; readonly name: string }
  readonly isAsking: boolean
  readonly onDone: (done: Done) => void
  /** The name as a link. */
  readonly children: ReactNode
}

function Entry({ id, entry, isAsking, onDone, children }: EntryProps) {
  const { kind, name } = entry
  const [isSure, setIsSure] = useState(true)
  const acts = decisionsAbout(id)
  const confirm = useAct(
    () => acts.confirm(entry.id),
    () => onDone({ sentence: words.confirmed(name) }),
  )
  const remove = useAct(
    () => acts.remove(entry.id),
    () => onDone({ sentence: isAsking ? words.declined(name) : words.removed(name) }),
  )
  const failure = confirm.error ?? remove.error
  return (
    <li className={rows.row}>
      <span className={rows.words}>
        {children}
        {failure && <Notice message={sentenceOf(failure)} />}
      </span>
      <Row gap="xs">
        {isAsking && (
          <Button
            size="compact-sm"
            loading={confirm.isPending}
            aria-label={words.confirmNamed(name)}
            onClick={() => confirm.mutate()}
          >
            {words.confirm}
          </Button>
        )}
        <Button
          variant="default"
          size="compact-sm"
          loading={remove.isPending}
          aria-label={isAsking ? words.declineNamed(name) : words.removeNamed(name)}
          onClick={() => setIsSure(false)}
        >
          {isAsking ? words.decline : words.remove}
        </Button>
      </Row>
      <ConfirmDialog
        isOpen={!isSure}
        title={isAsking ? words.declineNamed(name) : words.removeNamed(name)}
        text={isAsking ? words.declineSure : words.removeSure[kind]}
        confirmLabel={isAsking ? words.decline : words.remove}
        onConfirm={() => {
          setIsSure(true)
          remove.mutate()
        }}
        onCancel={() => setIsSure(true)}
      />
    </li>
  )
}
