import { NativeSelect, TextInput } from '@mantine/core'
import { type LeagueRules, PREVIEW_ROWS, setLeagueRules } from '@rollcall/contract/leagues'
import type { TriedTables } from '@rollcall/contract/leagues-what-if'
import { TIE_RULES, type TieRule } from '@rollcall/scoring/ties'
import { IconArrowUp, IconX } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { answersAbout } from '#api/query-keys.ts'
import { findSessionToken } from '#api/session.ts'
import { Button } from '#ui/button.tsx'
import { Choices } from '#ui/choices.tsx'
import type { Done } from '#ui/done-message.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Quiet, Row, Stack } from '#ui/layout/layout.tsx'
import { LeaveGuard } from '#ui/leave-guard.tsx'
import { Notice } from '#ui/notice.tsx'
import { useKeptFocus } from '#ui/use-kept-focus.ts'
import { EntrantsField } from './entering/entrants-field.tsx'
import classes from './league.module.css'
import {
  countsAllChannels,
  draftOf,
  isWrongMultiplier,
  type LeagueDraft,
  rulesOf,
  type WrongField,
} from './league-draft.ts'
import { LeagueTable } from './league-table.tsx'
import type { League } from './queries.ts'
import { ReasonField } from './reason-field.tsx'
import { RowRulesFields } from './rows/row-rules-fields.tsx'
import { Rules } from './rules-list.tsx'
import { SealedShowField } from './sealed-show-field.tsx'
import { TeamRulesFields } from './teams/team-rules-fields.tsx'
import { MissingGames } from './terms/missing-games.tsx'
import { TermsFields } from './terms/terms-fields.tsx'
import { texts } from './texts.ts'
import { WhatIf } from './what-if/what-if.tsx'

const { form: words, tieNames } = texts

interface LeagueFormProps {
  readonly id: string
  readonly league: Pick<League, 'rules' | 'rounds'>
  /** With what was stored, if anything. */
  readonly onDone: (done: Done | null) => void
}

/** The rules, what they mean in words, and who would move. */
export function LeagueForm({ id, league, onDone }: LeagueFormProps) {
  // As it was when the form was opened: after saving, the answer has others.
  const [before] = useState(league.rules)
  const [initial] = useState(() => draftOf(before))
  const [draft, setDraft] = useState(initial)
  const made = rulesOf(draft)
  // While a field is wrong, the last rules that could be read stay below it.
  const [readable, setReadable] = useState(league.rules)
  if ('rules' in made && JSON.stringify(made.rules) !== JSON.stringify(readable)) {
    setReadable(made.rules)
  }
  const { store, needsReason, reasonField, isReady } = useStoring({ id, before, league, onDone })
  const change = (part: Partial<LeagueDraft>) => setDraft({ ...draft, ...part })
  return (
    <Stack
      as="form"
      gap="md"
      className={classes.parts}
      onSubmit={(event) => {
        event.preventDefault()
        if ('rules' in made && isReady()) store.mutate(made.rules)
      }}
    >
      <Fields
        id={id}
        draft={draft}
        rounds={league.rounds}
        wrong={'wrong' in made ? made.wrong : []}
        onChange={change}
      />
      <LeaveGuard
        wouldLose={() =>
          draft !== initial && !store.isPending && !store.isSuccess && findSessionToken() !== null
        }
      />
      {readable && (
        <WhatIf id={id} draft={{ rules: readable }} isNew={before === null}>
          {(tried, isOutOfDate) => (
            <Preview rules={readable} tried={tried} isOutOfDate={isOutOfDate} />
          )}
        </WhatIf>
      )}
      {needsReason && <ReasonField {...reasonField} />}
      {store.error && <Notice message={sentenceOf(store.error)} />}
      <Row gap="xs">
        <Button type="submit" disabled={'wrong' in made} loading={store.isPending}>
          {words.save}
        </Button>
        <Button variant="default" onClick={() => onDone(null)}>
          {words.cancel}
        </Button>
        {league.rules !== null && !needsReason && (
          <Button variant="default" disabled={store.isPending} onClick={() => store.mutate(null)}>
            {words.removeTable}
          </Button>
        )}
      </Row>
    </Stack>
  )
}

/** Stores the rules, once a round is final with a reason that everybody can read. */
function useStoring({
  id,
  before,
  league,
  onDone,
}: LeagueFormProps & { readonly before: LeagueRules | null }) {
  const queryClient = useQueryClient()
  // A voided round may have been final.
  const needsReason =
    before !== null && league.rounds.some(({ state }) => state === 'final' || state === 'voided')
  const [reason, setReason] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const storeRules = async (rules: LeagueRules | null) => {
    const body = needsReason ? { rules, reason: reason.trim() } : { rules }
    await callApi(setLeagueRules, { params: { id }, body })
    await queryClient.invalidateQueries({ queryKey: answersAbout('events') })
  }
  const store = useMutation({
    mutationFn: storeRules,
    onSuccess: (_, rules) =>
      onDone(
        rules === null
          ? {
              sentence: words.removed,
              undo: { run: () => storeRules(before), sentence: words.putBack },
            }
          : { sentence: words.saved },
      ),
  })
  const isReady = () => {
    const isWithout = needsReason && reason.trim() === ''
    setIsMissing(isWithout)
    return !isWithout
  }
  return { store, needsReason, isReady, reasonField: { reason, isMissing, onReason: setReason } }
}

interface FieldsProps {
  readonly id: string
  readonly draft: LeagueDraft
  readonly rounds: League['rounds']
  readonly wrong: readonly WrongField[]
  readonly onChange: (part: Partial<LeagueDraft>) => void
}

function Fields({ id, draft, rounds, wrong, onChange }: FieldsProps) {
  const errorOf = (
    field: Exclude<WrongField, 'multiplier' | 'teams' | 'rows' | 'bonuses' | 'game'>,
  ) => wrong.includes(field) && words.wrong[field]
  return (
    <>
      <RowRulesFields
        rows={draft.rows}
        isForAllChannels={countsAllChannels(draft)}
        isWrong={wrong.includes('rows')}
        onChange={(rows) => onChange({ rows })}
      />
      <PointsFields
        {...{ id, draft, rounds, onChange }}
        error={errorOf(draft.points === 'fair' ? 'fairGames' : 'table')}
      />
      <TextInput
        label={words.drops}
        description={words.dropsHint}
        value={draft.drops}
        error={errorOf('drops')}
        onChange={({ currentTarget }) => onChange({ drops: currentTarget.value })}
      />
      <TextInput
        label={words.minimum}
        inputMode="numeric"
        value={draft.minimum}
        error={errorOf('minimum')}
        onChange={({ currentTarget }) => onChange({ minimum: currentTarget.value })}
      />
      <Ties ties={draft.ties} onChange={(ties) => onChange({ ties })} />
      <TermsFields
        {...{ id, rounds, ...draft }}
        isWrong={wrong.includes('bonuses')}
        onChange={(terms) => onChange({ terms })}
      />
      <TextInput
        label={words.objections}
        description={words.objectionsHint}
        inputMode="numeric"
        value={draft.objections}
        error={errorOf('objections')}
        onChange={({ currentTarget }) => onChange({ objections: currentTarget.value })}
      />
      <EntrantsField
        isForEntrants={draft.isForEntrants}
        onChange={(isForEntrants) => onChange({ isForEntrants })}
      />
      <TeamRulesFields
        teams={draft.teams}
        areStreamers={draft.rows.kind === 'streamers'}
        isWrong={wrong.includes('teams')}
        onChange={(teams) => onChange({ teams })}
      />
      <SealedShowField
        isSealed={draft.isShowSealed}
        onChange={(isShowSealed) => onChange({ isShowSealed })}
      />
      {rounds.length > 0 && (
        <Multipliers
          rounds={rounds}
          multipliers={draft.multipliers}
          onChange={(multipliers) => onChange({ multipliers })}
        />
      )}
    </>
  )
}

interface PointsFieldsProps extends Pick<FieldsProps, 'id' | 'draft' | 'rounds' | 'onChange'> {
  readonly error: string | false
}

function PointsFields({ id, draft, rounds, error, onChange }: PointsFieldsProps) {
  return (
    <>
      <Choices
        question={words.points}
        options={[
          { label: words.event, value: 'event' as const },
          { label: words.places, value: 'places' as const },
          { label: words.fair, value: 'fair' as const },
        ]}
        answer={draft.points}
        onAnswer={(points) => onChange({ points })}
      />
      {draft.points === 'places' && (
        <TextInput
          label={words.table}
          description={words.tableHint}
          value={draft.table}
          error={error}
          onChange={({ currentTarget }) => onChange({ table: currentTarget.value })}
        />
      )}
      {draft.points === 'fair' && (
        <>
          <TextInput
            label={words.fairGames}
            description={words.fairHint}
            inputMode="numeric"
            value={draft.fairGames}
            error={error}
            onChange={({ currentTarget }) => onChange({ fairGames: currentTarget.value })}
          />
          <MissingGames id={id} rounds={rounds} />
        </>
      )}
    </>
  )
}

interface TiesProps {
  readonly ties: readonly TieRule[]
  readonly onChange: (ties: readonly TieRule[]) => void
}

function Ties({ ties, onChange }: TiesProps) {
  const others = TIE_RULES.filter((rule) => !ties.includes(rule))
  const moveUp = (index: number) =>
    onChange([
      ...ties.slice(0, index - 1),
      ...ties.slice(index - 1, index + 1).toReversed(),
      ...ties.slice(index + 1),
    ])
  const kept = useKeptFocus<HTMLFieldSetElement>('button, select')
  return (
    <Stack as="fieldset" gap="xs" className={classes.group} {...kept}>
      <legend>{words.ties}</legend>
      <Quiet>{words.tiesHint}</Quiet>
      <ol className={classes.ties}>
        {ties.map((rule, index) => (
          <Row key={rule} as="li" gap="xs">
            <span>{tieNames[rule]}</span>
            {index > 0 && (
              <IconButton aria-label={words.earlier(tieNames[rule])} onClick={() => moveUp(index)}>
                <IconArrowUp size={16} aria-hidden />
              </IconButton>
            )}
            <IconButton
              aria-label={words.remove(tieNames[rule])}
              onClick={() => onChange(ties.filter((each) => each !== rule))}
            >
              <IconX size={16} aria-hidden />
            </IconButton>
          </Row>
        ))}
      </ol>
      {others.length > 0 && (
        <NativeSelect
          label={words.addTie}
          value=""
          data={[
            { label: words.choose, value: '' },
            ...others.map((rule) => ({ label: tieNames[rule], value: rule })),
          ]}
          onChange={({ currentTarget }) => {
            const chosen = others.find((rule) => rule === currentTarget.value)
            if (chosen !== undefined) onChange([...ties, chosen])
          }}
        />
      )}
    </Stack>
  )
}

interface MultipliersProps {
  readonly rounds: League['rounds']
  readonly multipliers: LeagueDraft['multipliers']
  readonly onChange: (multipliers: LeagueDraft['multipliers']) => void
}

function Multipliers({ rounds, multipliers, onChange }: MultipliersProps) {
  return (
    <details open={Object.keys(multipliers).length > 0}>
      <summary>{words.multiplier}</summary>
      <Stack columns="10rem" gap="sm">
        {rounds.map(({ eventId, name }) => (
          <TextInput
            key={eventId}
            label={name}
            aria-label={words.times(name)}
            inputMode="decimal"
            value={multipliers[eventId] ?? '1'}
            error={isWrongMultiplier(multipliers[eventId] ?? '1') && words.wrong.multiplier}
            onChange={({ currentTarget }) =>
              onChange({ ...multipliers, [eventId]: currentTarget.value })
            }
          />
        ))}
      </Stack>
    </details>
  )
}

interface PreviewProps {
  readonly rules: LeagueRules
  readonly tried: TriedTables
  readonly isOutOfDate: boolean
}

/** What the rules mean in words, and the first rows of the table with them. */
function Preview({ rules, tried, isOutOfDate }: PreviewProps) {
  return (
    <Stack as="section" gap="xs" className={classes.parts} aria-label={words.preview}>
      <h3>{words.preview}</h3>
      <Rules rules={rules} rounds={tried.rounds} />
      {tried.rows.length === 0 && <Quiet>{words.noPreview}</Quiet>}
      {tried.rows.length > 0 && (
        <LeagueTable
          rounds={tried.rounds}
          rows={tried.rows.slice(0, PREVIEW_ROWS)}
          label={words.preview}
          isOutOfDate={isOutOfDate}
        />
      )}
    </Stack>
  )
}
