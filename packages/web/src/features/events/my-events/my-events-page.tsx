import { Skeleton } from '@mantine/core'
import { MAX_EVENT_NAME_LENGTH } from '@rollcall/contract/events'
import { PAGES } from '@rollcall/contract/pages'
import { foldName } from '@rollcall/scoring/names'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { currentUserQuery } from '#api/current-user.ts'
import { answersAbout } from '#api/query-keys.ts'
import { Sentence } from '#texts/sentence.tsx'
import { ButtonLink } from '#ui/button.tsx'
import cards from '#ui/cards.module.css'
import { type Done, DoneMessage } from '#ui/done-message.tsx'
import { Following } from '#ui/following.tsx'
import { Row, Stack } from '#ui/layout/layout.tsx'
import { LookupField } from '#ui/lookup-field.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { LoadError, Loading, Nothing } from '#ui/states.tsx'
import { streamerName } from '#ui/streamer-name.ts'
import { CreatedMessage } from '../created-message.tsx'
import { DeletedMessage } from '../delete-button.tsx'
import { stoppedMessage } from '../helpers/helping.tsx'
import { OwnEntries } from '../league/entering/own-entries.tsx'
import { RoundsThatIRun } from '../league/entering/own-rounds.tsx'
import { ownEntriesQuery } from '../league/entering/queries.ts'
import { ownRoundsQuery } from '../league/entering/run-queries.ts'
import { OwnTeams } from '../league/teams/own-teams.tsx'
import { ownTeamsQuery } from '../league/teams/queries.ts'
import { LeaveDialog, type Leaving, leftMessage, type Organiser } from '../leave-dialog.tsx'
import {
  leftEventsQuery,
  type MyEvents,
  myConfigurationsQuery,
  myEventsQuery,
  myResultsQuery,
  sealsQuery,
} from '../queries.ts'
import { texts as shared } from '../texts.ts'
import { BlockedOrganisers } from './blocked-organisers.tsx'
import { CalendarPanel } from './calendar-panel.tsx'
import { LeftEvents } from './left-events.tsx'
import { ConfigurationCard, EventCard, isDone, SeriesCard, sortByTodo } from './my-events-cards.tsx'
import classes from './my-events-page.module.css'
import { MyResults } from './my-results.tsx'
import { Seals } from './seals.tsx'
import { texts } from './texts.ts'

export function MyEventsPage() {
  const { data: user } = useQuery(currentUserQuery)
  const { data: mine } = useQuery(myEventsQuery)
  const isWaiting = useIsWaiting()
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<Leaving | null>(null)
  const [done, setDone] = useState<Done | null>(null)
  const refresh = () => queryClient.invalidateQueries({ queryKey: answersAbout('events') })
  return (
    <>
      <MyEventsHeading />
      <LeaveDialog
        asked={asked}
        onClose={() => setAsked(null)}
        onLeft={async (left) => {
          await refresh()
          setAsked(null)
          setDone(leftMessage(left, refresh))
        }}
      />
      <DeletedMessage />
      <CreatedMessage />
      <DoneMessage done={done} takesFocus />
      {isWaiting && (
        <Loading className={classes.columns}>
          {SKELETONS.map((number) => (
            <Skeleton key={number} height="19rem" radius="lg" />
          ))}
        </Loading>
      )}
      <Following isWaiting={isWaiting}>
        <Seals />
        <MyEventsColumns
          userId={user?.id}
          onLeave={(leaving) => {
            setDone(null)
            setAsked(leaving)
          }}
          onStopped={(name) => setDone(stoppedMessage(name))}
        />
        <RoundsThatIRun />
        <OwnEntries />
        <OwnTeams />
        <MyResults />
        <CalendarPanel />
        <LeftEvents
          onRejoined={(name) =>
            setDone({
              sentence: (
                <Sentence text={shared.leaving.rejoined} parts={{ name: <bdi>{name}</bdi> }} />
              ),
            })
          }
        />
        {mine && user?.id !== undefined && (
          <BlockedOrganisers organisers={listOrganisers(mine, user.id)} />
        )}
      </Following>
    </>
  )
}

/** Whether a part of the page still waits for its answer. */
function useIsWaiting(): boolean {
  const queries = [
    useQuery(myEventsQuery),
    useQuery(myConfigurationsQuery),
    useQuery(sealsQuery),
    useQuery(myResultsQuery(1)),
    useQuery(leftEventsQuery),
    useQuery(ownTeamsQuery),
    useQuery(ownRoundsQuery),
    useQuery(ownEntriesQuery),
  ]
  return queries.some(({ isPending }) => isPending)
}

function MyEventsHeading() {
  return (
    <PageHeading
      title={texts.title}
      actions={
        <>
          <ButtonLink to={PAGES.scoring.path} variant="default">
            {texts.scoring}
          </ButtonLink>
          <ButtonLink to={PAGES.overlays.path} variant="default">
            {texts.overlays}
          </ButtonLink>
          <ButtonLink to={PAGES.createEvent.path} leftSection={<IconPlus size={18} aria-hidden />}>
            {texts.create}
          </ButtonLink>
        </>
      }
    >
      {texts.lead}
    </PageHeading>
  )
}

interface MyEventsColumnsProps {
  readonly userId: number | undefined
  readonly onLeave: (leaving: Leaving) => void
  readonly onStopped: (name: string) => void
}

function MyEventsColumns({ userId, ...acts }: MyEventsColumnsProps) {
  const events = useQuery(myEventsQuery)
  const configurations = useQuery(myConfigurationsQuery)
  const { filter, setFilter, matches } = useNameFilter()
  const failed = [events, configurations].filter(({ isError }) => isError)
  const error = failed[0]?.error
  const listed = [...(events.data?.eventSeries ?? []), ...(events.data?.events ?? [])]
  const seriesCard = (series: MyEvents['eventSeries'][number]) => (
    <SeriesCard key={series.id} series={series} userId={userId} {...acts} />
  )
  const eventCard = (event: MyEvents['events'][number]) => (
    <EventCard key={event.id} event={event} userId={userId} {...acts} />
  )
  return (
    <>
      {error && (
        <LoadError
          error={error}
          onRetry={() => {
            for (const { refetch } of failed) {
              void refetch()
            }
          }}
        />
      )}
      {(listed.length > FILTERED_FROM || filter !== '') && (
        <LookupField
          className={classes.filter}
          aria-label={texts.filter}
          placeholder={texts.filter}
          what={texts.filtered}
          maxLength={MAX_EVENT_NAME_LENGTH}
          text={filter}
          onText={setFilter}
        />
      )}
      <div className={classes.columns} aria-busy={events.isPending || configurations.isPending}>
        <MyEventsColumn
          title={texts.series.title}
          emptyMessage={texts.series.none}
          hasFailed={events.isError}
          isFiltered={filter !== ''}
          {...listTodos(events.data?.eventSeries, { matches, card: seriesCard })}
        />
        <MyEventsColumn
          title={texts.events.title}
          emptyMessage={texts.events.none}
          hasFailed={events.isError}
          isFiltered={filter !== ''}
          {...listTodos(events.data?.events, { matches, card: eventCard })}
        />
        <MyEventsColumn
          title={texts.configurations.title}
          action={<CreateConfiguration />}
          emptyMessage={texts.configurations.none}
          hasFailed={configurations.isError}
          items={configurations.data?.map((configuration) => (
            <ConfigurationCard key={configuration.id} configuration={configuration} />
          ))}
        />
      </div>
    </>
  )
}

/** Fewer are found without a filter. */
const FILTERED_FROM = 5

/** Which names are listed; the address keeps it. */
function useNameFilter() {
  const [search, setSearch] = useSearchParams()
  const filter = search.get('filter') ?? ''
  const wanted = foldName(filter.trim())
  return {
    filter,
    setFilter: (text: string) =>
      setSearch(text === '' ? {} : { filter: text }, { replace: true, preventScrollReset: true }),
    matches: ({ name }: { readonly name: string }) => foldName(name).includes(wanted),
  }
}

type Listed = MyEvents['eventSeries'][number] | MyEvents['events'][number]

interface TodoList<T> {
  readonly matches: (listed: T) => boolean
  readonly card: (listed: T) => ReactNode
}

/** What is to be done, and what is over; undefined until it has loaded. */
function listTodos<T extends Listed>(
  all: readonly T[] | undefined,
  { matches, card }: TodoList<T>,
) {
  const found = all?.filter(matches)
  return {
    total: all?.length,
    items: found && sortByTodo(found.filter((one) => !isDone(one))).map(card),
    ended: found?.filter(isDone).map(card),
  }
}

function CreateConfiguration() {
  return (
    <ButtonLink
      to={PAGES.createLeaderboard.path}
      variant="default"
      size="xs"
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {texts.configurations.create}
    </ButtonLink>
  )
}

/** The organisers of the listed events, sorted by name, without the user. */
function listOrganisers({ events, eventSeries }: MyEvents, userId: number): Organiser[] {
  const byId = new Map(
    [...events, ...eventSeries].flatMap(({ createdBy, creator }) =>
      createdBy === undefined || creator === undefined ? [] : [[createdBy, creator] as const],
    ),
  )
  byId.delete(userId)
  return [...byId]
    .map(([id, names]) => ({ id, ...names }))
    .toSorted((one, other) => streamerName(one).localeCompare(streamerName(other)))
}

interface MyEventsColumnProps {
  readonly title: string
  readonly action?: ReactNode
  readonly emptyMessage: string
  readonly hasFailed: boolean
  readonly isFiltered?: boolean
  /** How many there are without the filter; absent: as many as `items`. */
  readonly total?: number | undefined
  readonly items: readonly ReactNode[] | undefined
  /** Folded, unless the filter looks for them. */
  readonly ended?: readonly ReactNode[] | undefined
}

const SKELETONS = [1, 2, 3]

function MyEventsColumn(props: MyEventsColumnProps) {
  const { title, action, emptyMessage, hasFailed, isFiltered = false, items, ended = [] } = props
  const { total = items?.length } = props
  const titleId = useId()
  const count = (items?.length ?? 0) + ended.length
  return (
    <Stack as="section" className={`${cards.card} ${classes.column}`} aria-labelledby={titleId}>
      <Row gap="xs" justify="space-between" className={cards.head}>
        <h2 id={titleId} className={cards.title}>
          {title}
        </h2>
        {action}
      </Row>
      {items === undefined && hasFailed && <Nothing>{texts.failed}</Nothing>}
      {total === 0 && <Nothing>{emptyMessage}</Nothing>}
      {isFiltered && total !== 0 && count === 0 && <Nothing>{texts.noMatch}</Nothing>}
      {items !== undefined && items.length > 0 && <ul className={cards.list}>{items}</ul>}
      {ended.length > 0 && (
        <details key={String(isFiltered)} open={isFiltered} className={classes.ended}>
          <summary>{texts.done(ended.length)}</summary>
          <ul className={cards.list}>{ended}</ul>
        </details>
      )}
    </Stack>
  )
}
