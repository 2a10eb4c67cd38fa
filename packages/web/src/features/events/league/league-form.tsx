import { NativeSelect, TextInput } from '@mantine/core'
import { type LeagueRules, setLeagueRules } from '@rollcall/contract/leagues'
import { TIE_RULES, type TieRule } from '@rollcall/scoring/ties'
import { IconArrowUp, IconX } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { answersAbout } from '#api/query-keys.ts'
import { Button } from '#ui/button.tsx'
import { Choices } from '#ui/choices.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Quiet, Row, Stack } from '#ui/layout/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import classes from './league.module.css'
import { draftOf, type LeagueDraft, rulesOf, type WrongField } from './league-draft.ts'
import { LeagueTable } from './league-table.tsx'
import { type League, triedQuery } from './queries.ts'
import { rulesInWords } from './rules-in-words.ts'
import { texts } from './texts.ts'

const { form: words, tieNames } = texts

interface LeagueFormProps {
  readonly id: string
  readonly league: Pick<League, 'rules' | 'rounds'>
  /** With a sentence if something was stored. */
  readonly onDone: (sentence: string | null) => void
}

/** The rules, what they mean in words, and who would move. */
export function LeagueForm({ id, league, onDone }: LeagueFormProps) {
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState(() => draftOf(league.rules))
  const made = rulesOf(draft)
  const store = useMutation({
    mutationFn: (rules: LeagueRules | null) =>
      callApi(setLeagueRules, { params: { id }, body: { rules } }),
    onSuccess: async (_, rules) => {
      await queryClient.invalidateQueries({ queryKey: answersAbout('events') })
      onDone(rules === null ? words.removed : words.saved)
    },
  })
  const change = (part: Partial<LeagueDraft>) => setDraft({ ...draft, ...part })
  return (
    <Stack
      as="form"
      gap="md"
      className={classes.parts}
      onSubmit={(event) => {
        event.preventDefault()
        if ('rules' in made) store.mutate(made.rules)
      }}
    >
      <Fields
        draft={draft}
        rounds={league.rounds}
        wrong={'wrong' in made ? made.wrong : []}
        onChange={change}
      />
      {'rules' in made && <Preview id={id} rules={made.rules} rounds={league.rounds} />}
      {store.error && <Notice message={sentenceOf(store.error)} />}
      <Row gap="xs">
        <Button type="submit" disabled={'wrong' in made} loading={store.isPending}>
          {words.save}
        </Button>
        <Button variant="default" onClick={() => onDone(null)}>
          {words.cancel}
        </Button>
        {league.rules !== null && (
          <Button variant="default" disabled={store.isPending} onClick={() => store.mutate(null)}>
            {words.removeTable}
          </Button>
        )}
      </Row>
    </Stack>
  )
}

interface FieldsProps {
  readonly draft: LeagueDraft
  readonly rounds: League['rounds']
  readonly wrong: readonly WrongField[]
  readonly onChange: (part: Partial<LeagueDraft>) => void
}

function Fields({ draft, rounds, wrong, onChange }: FieldsProps) {
  const errorOf = (field: WrongField) => wrong.includes(field) && words.wrong[field]
  return (
    <>
      <Choices
        question={words.points}
        options={[
          { label: words.event, value: false },
          { label: words.places, value: true },
        ]}
        answer={draft.isForPlaces}
        onAnswer={(isForPlaces) => onChange({ isForPlaces })}
      />
      {draft.isForPlaces && (
        <TextInput
          label={words.table}
          description={words.tableHint}
          value={draft.table}
          error={errorOf('table')}
          onChange={({ currentTarget }) => onChange({ table: currentTarget.value })}
        />
      )}
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
      {rounds.length > 0 && (
        <Multipliers
          rounds={rounds}
          multipliers={draft.multipliers}
          error={errorOf('multiplier')}
          onChange={(multipliers) => onChange({ multipliers })}
        />
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
  return (
    <Stack as="fieldset" gap="xs">
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
  readonly error: string | false
  readonly onChange: (multipliers: LeagueDraft['multipliers']) => void
}

function Multipliers({ rounds, multipliers, error, onChange }: MultipliersProps) {
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
            onChange={({ currentTarget }) =>
              onChange({ ...multipliers, [eventId]: currentTarget.value })
            }
          />
        ))}
      </Stack>
      {error !== false && <Notice message={error} />}
    </details>
  )
}

interface PreviewProps {
  readonly id: string
  readonly rules: LeagueRules
  readonly rounds: League['rounds']
}

function Preview({ id, rules, rounds }: PreviewProps) {
  const { data, error, isPlaceholderData } = useQuery(triedQuery(id, rules))
  return (
    <Stack as="section" gap="xs" className={classes.parts} aria-label={words.preview}>
      <h3>{words.preview}</h3>
      <Rules rules={rules} rounds={rounds} />
      {error && <Notice message={sentenceOf(error)} />}
      {data && 'rows' in data && data.rows.length > 0 && (
        <LeagueTable
          rounds={rounds}
          rows={data.rows}
          label={words.preview}
          isOutOfDate={isPlaceholderData}
        />
      )}
    </Stack>
  )
}

export function Rules({ rules, rounds }: Omit<PreviewProps, 'id'>) {
  return (
    <ul className={classes.rules}>
      {rulesInWords(rules, rounds).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}
