import { addressOf, PAGES } from '@rollcall/contract/pages'
import { REFUSALS_IN_WORDS } from '@rollcall/contract/words/refused-games'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { Sentence } from '#texts/sentence.tsx'
import { Button } from '#ui/button.tsx'
import { type Done, DoneMessage } from '#ui/done-message.tsx'
import { FirstFew } from '#ui/first-few.tsx'
import { formatInstant, formatInstantInZone } from '#ui/format-instant.ts'
import { Row, Stack } from '#ui/layout/layout.tsx'
import { NameLink, PersonLink } from '#ui/links.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import rows from '#ui/rows-with-button.module.css'
import { streamerName } from '#ui/streamer-name.ts'
import { NextGames } from '../prescribed/next-games.tsx'
import { prescriptionInWords } from '../prescribed/prescription-in-words.ts'
import { useAct } from '../teams/queries.ts'
import { announce, type OwnRound, ownRoundsQuery, sayRun } from './run-queries.ts'
import { texts } from './run-texts.ts'
import classes from './runs.module.css'
import { SlotForm } from './slot-form.tsx'

const { mine: words, slot: slots } = texts

const FIRST = 3

/** The rounds that the reader runs or will run; nothing if there are none. */
export function RoundsThatIRun() {
  const { data } = useQuery(ownRoundsQuery)
  const [done, setDone] = useState<Done | null>(null)
  const refresh = useAct<() => Promise<unknown>>(
    (act) => act(),
    () => {},
  )
  if (data === undefined || data.length === 0) return null
  /** @param before what Undo announces again */
  const onDone = (round: OwnRound, after: string | null) => {
    const before = round.slot
    // What was announced has passed, so that it cannot be announced again.
    const canUndo = before === null || Date.parse(before) > Date.now()
    const said = (slot: string | null) =>
      (slot === null ? slots.withdrawn : slots.saved)(round.name)
    setDone({
      sentence: said(after),
      ...(canUndo && {
        undo: {
          run: () => refresh.mutateAsync(() => announce(round.eventId, before)),
          sentence: said(before),
        },
      }),
    })
  }
  return (
    <Panel title={words.title}>
      <Stack gap="sm" className={classes.rounds}>
        <FirstFew items={data} first={FIRST} all={words.all}>
          {(shown) => (
            <ul className={rows.list}>
              {shown.map((round) => (
                <OwnRoundRow
                  key={round.eventId}
                  round={round}
                  onAnnounced={(slot) => onDone(round, slot)}
                />
              ))}
            </ul>
          )}
        </FirstFew>
      </Stack>
      <DoneMessage done={done} takesFocus />
    </Panel>
  )
}

interface RowProps {
  readonly round: OwnRound
  /** @param slot null: it was taken back */
  readonly onAnnounced: (slot: string | null) => void
}

function OwnRoundRow({ round, onAnnounced }: RowProps) {
  const { eventId, name, league, seriesId, run, hasOpened, named } = round
  const hasRun = run !== null
  const [isEditing, setIsEditing] = useState(false)
  const say = useAct(
    () => sayRun(eventId, !hasRun),
    () => {},
  )
  const withdraw = useAct(
    () => announce(eventId, null),
    () => onAnnounced(null),
  )
  const failure = say.error ?? withdraw.error
  return (
    <li className={rows.row}>
      <span className={rows.words}>
        <NameLink to={addressOf(PAGES.manageSeries, { id: seriesId })}>
          <bdi>{name}</bdi>
        </NameLink>
        <span className={rows.fact} role="status">
          <bdi>{league}</bdi>, {stateOf(round)}
        </span>
        <Told round={round} />
        {!hasRun && <OwnSlot round={round} />}
        {failure && <Notice message={sentenceOf(failure)} />}
      </span>
      <Row gap="xs">
        {hasOpened && (
          <Button
            variant="default"
            size="xs"
            loading={say.isPending}
            aria-label={hasRun ? texts.undoNamed(name) : texts.sayNamed(name)}
            onClick={() => say.mutate()}
          >
            {hasRun ? texts.undo : texts.say}
          </Button>
        )}
        {!hasRun && !isEditing && (
          <SlotButtons
            round={round}
            isPending={withdraw.isPending}
            onEdit={() => setIsEditing(true)}
            onWithdraw={() => withdraw.mutate()}
          />
        )}
      </Row>
      {isEditing && (
        <SlotForm
          round={round}
          onSaved={(slot) => {
            setIsEditing(false)
            onAnnounced(slot)
          }}
          onClose={() => setIsEditing(false)}
        />
      )}
      {hasOpened && <NextGames round={{ eventId, name, named }} />}
    </li>
  )
}

function stateOf({ run, hasOpened, startsAt, endsAt }: OwnRound): string {
  if (run !== null) return run.by === 'games' ? words.hasRunGames : words.hasRun
  return hasOpened ? words.until(formatInstant(endsAt)) : words.begins(formatInstant(startsAt))
}

/** What the organisers want, and how many games of the reader fit. */
function Told({ round }: { readonly round: OwnRound }) {
  const { prescription, announcement, games, refusal, run, named } = round
  const lines = [
    prescription && prescriptionInWords(prescription),
    announcement,
    refusal && words.refused(REFUSALS_IN_WORDS[refusal]),
    games &&
      games.counted > 0 &&
      run === null &&
      named === null &&
      words.games(games.counted, games.of),
  ]
  return lines.filter(Boolean).map((line) => (
    <span key={String(line)} className={rows.fact} dir="auto">
      {line}
    </span>
  ))
}

/** When the reader runs the round, and whose slots overlap with that. */
function OwnSlot({ round: { slot, overlaps } }: { readonly round: OwnRound }) {
  if (slot === null) return <span className={rows.fact}>{slots.none}</span>
  return (
    <>
      <span>{slots.announced(formatInstantInZone(slot))}</span>
      {overlaps.map((other) => (
        <span key={`${other.slot} ${other.streamer?.page.login}`} className={rows.fact}>
          <Sentence
            text={slots.overlap(formatInstant(other.slot))}
            parts={{
              streamer:
                other.streamer === null ? (
                  <span>{slots.hidden}</span>
                ) : (
                  <PersonLink page={other.streamer.page}>
                    <bdi>{streamerName(other.streamer)}</bdi>
                  </PersonLink>
                ),
            }}
          />
        </span>
      ))}
    </>
  )
}

interface SlotButtonsProps {
  readonly round: OwnRound
  readonly isPending: boolean
  readonly onEdit: () => void
  readonly onWithdraw: () => void
}

function SlotButtons({ round: { name, slot }, isPending, onEdit, onWithdraw }: SlotButtonsProps) {
  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-label={slot === null ? slots.announceNamed(name) : slots.changeNamed(name)}
        onClick={onEdit}
      >
        {slot === null ? slots.announce : slots.change}
      </Button>
      {slot !== null && (
        <Button
          variant="default"
          size="xs"
          loading={isPending}
          aria-label={slots.withdrawNamed(name)}
          onClick={onWithdraw}
        >
          {slots.withdraw}
        </Button>
      )}
    </>
  )
}
