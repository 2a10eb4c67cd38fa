import { NativeSelect, TextInput } from '@mantine/core'
import { MAX_SEARCH_LENGTH } from '@rollcall/contract/endpoint'
import { MAX_USER_OPTIONS, type Unauthorized } from '@rollcall/contract/events'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FocusEvent, type ReactNode, useId, useRef, useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { currentUserQuery } from '#api/current-user.ts'
import { answersAbout } from '#api/query-keys.ts'
import { afterPress } from '#ui/after-press.ts'
import { Button } from '#ui/button.tsx'
import cards from '#ui/cards.module.css'
import { Quiet, Row, Stack } from '#ui/layout/layout.tsx'
import { MultiSelect } from '#ui/multi-select.tsx'
import { Notice } from '#ui/notice.tsx'
import { streamerName } from '#ui/streamer-name.ts'
import {
  type Days,
  type Defaults,
  type EventProblems,
  endingOn,
  type MovedDay,
  movedDay,
  type StreamerOption,
  startingOn,
} from './event-draft.ts'
import classes from './event-form.module.css'
import { leaderboardOptionsQuery, streamersQuery } from './queries.ts'
import { texts } from './texts.ts'

const { fields } = texts

interface CoupledDatesProps {
  readonly days: Days
  readonly problems: EventProblems
  readonly onChange: (days: Days) => void
  /** Beside the dates. */
  readonly children?: ReactNode
}

/** A start and an end date. Changing one moves the other if necessary, so that they are always in order. */
export function CoupledDates({ days, problems, onChange, children }: CoupledDatesProps) {
  // While a date is typed, the field passes through other dates (12 through 1). Each of them is coupled to the days
  // as they were when the field got the focus, so that the intermediate dates leave no trace.
  const before = useRef<Days>(days)
  const [moved, setMoved] = useState<MovedDay | null>(null)
  const take = (changed: keyof Days, after: Days) => {
    const isCleared = after.startDate === '' || after.endDate === ''
    setMoved(movedDay(before.current, after, changed) ?? (isCleared ? null : moved))
    onChange(after)
  }
  const field = {
    type: 'date',
    max: '9999-12-31',
    onFocus: () => {
      before.current = days
    },
  } as const
  return (
    <Stack gap="xs">
      <Stack columns="12rem">
        <TextInput
          {...field}
          name="startDate"
          label={fields.startDate}
          error={problems.startDate}
          value={days.startDate}
          onChange={({ currentTarget: { value } }) =>
            take('startDate', startingOn(before.current, value))
          }
        />
        <TextInput
          {...field}
          name="endDate"
          label={fields.endDate}
          error={problems.endDate}
          value={days.endDate}
          onChange={({ currentTarget: { value } }) =>
            take('endDate', endingOn(before.current, value))
          }
        />
        {children}
      </Stack>
      <p role="status" className={classes.moved}>
        {moved !== null && days[moved.field] === moved.to && moved.sentence}
      </p>
    </Stack>
  )
}

interface ShowTimeFieldProps {
  readonly showTime: string
  readonly onChange: (showTime: string) => void
}

/** The hour of an event's last day at which its show is planned; it may stay empty. */
export function ShowTimeField({ showTime, onChange }: ShowTimeFieldProps) {
  return (
    <TextInput
      type="time"
      name="showTime"
      label={fields.showTime}
      value={showTime}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

interface LeaderboardSelectProps {
  readonly label: string
  readonly chosen: number | null
  readonly onChoose: (leaderboard: number | null) => void
  readonly problem: string | undefined
  /** Longer names are cut to this many characters. */
  readonly maxLabelLength?: number
}

function cut(label: string, maxLength: number | undefined): string {
  return [...label].slice(0, maxLength).join('')
}

export function LeaderboardSelect(props: LeaderboardSelectProps) {
  const { label, chosen, onChoose, problem, maxLabelLength } = props
  const { data, isPending, isError, error, refetch } = useQuery(leaderboardOptionsQuery)
  // The list may lack it: an admin may be managing somebody else's event, or the list may still be loading.
  const isListed = chosen === null || data?.some(({ value }) => value === chosen)
  return (
    <Stack gap="xs">
      <NativeSelect
        name="leaderboard"
        label={label}
        error={problem}
        value={chosen ?? ''}
        aria-busy={isPending}
        onChange={({ currentTarget: { value } }) => onChoose(value === '' ? null : Number(value))}
      >
        <option value="">{isPending ? fields.loading : fields.pleaseSelect}</option>
        {!isListed && <option value={chosen}>{fields.currentLeaderboard}</option>}
        {data?.map((option) => (
          <option key={option.value} value={option.value}>
            {cut(option.label, maxLabelLength)}
          </option>
        ))}
      </NativeSelect>
      {isError && (
        <Notice
          message={fields.leaderboardsFailed(sentenceOf(error))}
          onRetry={() => void refetch()}
        />
      )}
    </Stack>
  )
}

interface StreamerSelectProps {
  /** The input's name. */
  readonly name?: string
  readonly label: string
  /** What to know before choosing. */
  readonly hint?: string
  readonly chosen: readonly StreamerOption[]
  readonly onChange: (chosen: readonly StreamerOption[]) => void
  readonly problem?: string | undefined
}

/** Tracks which fields have been left, so that a field's problem is shown only after that. */
export function useLeftFields() {
  const [left, setLeft] = useState<readonly string[]>([])
  return {
    onBlur: ({ target }: FocusEvent<HTMLElement>) => {
      const name = target.getAttribute('name')
      if (name !== null && !left.includes(name)) {
        afterPress(() => setLeft((before) => [...before, name]))
      }
    },
    onlyLeft: (problems: EventProblems): EventProblems =>
      Object.fromEntries(Object.entries(problems).filter(([field]) => left.includes(field))),
  }
}

/** The user, and the leaderboard if there is only one, as far as they are known. */
export function useDefaults(): Defaults {
  const { data: user } = useQuery(currentUserQuery)
  const { data: leaderboards } = useQuery(leaderboardOptionsQuery)
  return {
    organiser:
      user?.id === undefined
        ? null
        : { value: user.id, label: streamerName(user), picture: user.profile_image_url ?? null },
    leaderboard: leaderboards?.length === 1 ? (leaderboards[0]?.value ?? null) : null,
  }
}

/** Chooses users; the server searches, because there may be very many. */
export function StreamerSelect(props: StreamerSelectProps) {
  const { name = 'participants', hint = fields.participation } = props
  const { label, chosen, onChange, problem } = props
  const [search, setSearch] = useState('')
  const found = useQuery(streamersQuery(search))
  const options = found.data?.usersWithLabel.map(
    ({ value, label, display_name, profileImageUrl }) => ({
      value,
      label: display_name ?? label,
      ...(display_name !== undefined && { otherName: label }),
      picture: profileImageUrl ?? null,
    }),
  )
  return (
    <MultiSelect
      name={name}
      error={problem}
      label={label}
      placeholder={fields.searchByName}
      maxSearchLength={MAX_SEARCH_LENGTH}
      chosen={chosen}
      onChange={onChange}
      options={options}
      search={search}
      onSearch={setSearch}
      isBusy={found.isFetching}
      note={(options?.length ?? 0) >= MAX_USER_OPTIONS ? fields.firstNames : undefined}
    >
      <Quiet className={classes.missing}>{hint}</Quiet>
      {found.isError && (
        <Notice
          message={fields.streamersFailed(sentenceOf(found.error))}
          onRetry={() => void found.refetch()}
        />
      )}
    </MultiSelect>
  )
}

interface CreateFormProps {
  readonly title: string
  readonly submitLabel: string
  /** What is still missing; the button appears once nothing is. */
  readonly missing: readonly string[]
  readonly missingSentence: (missing: readonly string[]) => string
  readonly create: () => Promise<{ readonly id?: number | undefined } | Unauthorized>
  readonly onCreated: (id: number | undefined) => void
  readonly onBlur?: (event: FocusEvent<HTMLElement>) => void
  readonly children: ReactNode
}

export function CreateForm(props: CreateFormProps) {
  const { title, submitLabel, missing, create, onCreated, children } = props
  const titleId = useId()
  const queryClient = useQueryClient()
  const creation = useMutation({
    mutationFn: async () => create(),
    onSuccess: (answer) => {
      void queryClient.invalidateQueries({ queryKey: answersAbout('events') })
      onCreated('id' in answer ? answer.id : undefined)
    },
  })
  return (
    <form
      className={`${cards.card} ${classes.form}`}
      aria-labelledby={titleId}
      noValidate
      onBlur={props.onBlur}
      onSubmit={(event) => {
        event.preventDefault()
        if (missing.length === 0 && !creation.isPending) {
          creation.mutate()
        }
      }}
    >
      <h2 id={titleId} className={cards.title}>
        {title}
      </h2>
      {children}
      {creation.isError && <Notice message={sentenceOf(creation.error)} />}
      <Row gap="sm/md">
        {missing.length === 0 ? (
          <Button type="submit" loading={creation.isPending}>
            {submitLabel}
          </Button>
        ) : (
          <Quiet className={classes.missing}>{props.missingSentence(missing)}</Quiet>
        )}
      </Row>
    </form>
  )
}
