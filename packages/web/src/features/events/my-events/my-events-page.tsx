import { Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { currentUserQuery } from '#api/current-user.ts'
import { Sentence } from '#texts/sentence.tsx'
import { ButtonLink } from '#ui/button.tsx'
import cards from '#ui/cards.module.css'
import { type Done, DoneMessage } from '#ui/done-message.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import { DeletedMessage } from '../delete-button.tsx'
import { LeaveDialog, type Leaving, leftMessage, type Organiser } from '../leave-dialog.tsx'
import { type MyEvents, myConfigurationsQuery, myEventsQuery } from '../queries.ts'
import { texts as shared } from '../texts.ts'
import { BlockedOrganisers } from './blocked-organisers.tsx'
import { CalendarPanel } from './calendar-panel.tsx'
import { LeftEvents } from './left-events.tsx'
import { ConfigurationCard, EventCard, SeriesCard } from './my-events-cards.tsx'
import classes from './my-events-page.module.css'
import { MyResults } from './my-results.tsx'
import { Seals } from './seals.tsx'
import { texts } from './texts.ts'

export function MyEventsPage() {
  const { data: user } = useQuery(currentUserQuery)
  const events = useQuery(myEventsQuery)
  const configurations = useQuery(myConfigurationsQuery)
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<Leaving | null>(null)
  const [done, setDone] = useState<Done | null>(null)
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['events'] })
  const failed = [events, configurations].filter(({ isError }) => isError)
  const error = failed[0]?.error
  const isPending = events.isPending || configurations.isPending
  const leave = (leaving: Leaving) => {
    setDone(null)
    setAsked(leaving)
  }
  return (
    <>
      <PageHeading
        title={texts.title}
        actions={
          <>
            <ButtonLink to="/my-events/overlays" variant="default">
              {texts.overlays}
            </ButtonLink>
            <ButtonLink to="/my-events/create" leftSection={<IconPlus size={18} aria-hidden />}>
              {texts.create}
            </ButtonLink>
          </>
        }
      >
        {texts.lead}
      </PageHeading>
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
      <DoneMessage done={done} takesFocus />
      <Seals />
      {isPending && <Loading />}
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
      <div className={classes.columns} aria-busy={isPending}>
        <MyEventsColumn
          title={texts.series.title}
          emptyMessage={texts.series.none}
          hasFailed={events.isError}
          items={events.data?.eventSeries.map((series) => (
            <SeriesCard
              key={series.id}
              series={series}
              isCreator={isOwn(series, user)}
              onLeave={leave}
            />
          ))}
        />
        <MyEventsColumn
          title={texts.events.title}
          emptyMessage={texts.events.none}
          hasFailed={events.isError}
          items={events.data?.events.map((event) => (
            <EventCard
              key={event.id}
              event={event}
              isCreator={isOwn(event, user)}
              onLeave={leave}
            />
          ))}
        />
        <MyEventsColumn
          title={texts.configurations.title}
          action={
            <ButtonLink
              to="/new-leaderboard-config"
              variant="default"
              size="xs"
              leftSection={<IconPlus size={16} aria-hidden />}
            >
              {texts.configurations.create}
            </ButtonLink>
          }
          emptyMessage={texts.configurations.none}
          hasFailed={configurations.isError}
          items={configurations.data?.map((configuration) => (
            <ConfigurationCard key={configuration.id} configuration={configuration} />
          ))}
        />
      </div>
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
      {events.data && user?.id !== undefined && (
        <BlockedOrganisers organisers={listOrganisers(events.data, user.id)} />
      )}
    </>
  )
}

/** If an answer does not say who created a series, the server lists only the user's own. */
function isOwn(
  { createdBy }: { createdBy?: number | undefined },
  user?: { id?: number | undefined },
) {
  return createdBy === undefined || createdBy === user?.id
}

/** The organisers of the listed events, sorted by name, without the user. */
function listOrganisers({ events, eventSeries }: MyEvents, userId: number): Organiser[] {
  const byId = new Map(
    [...events, ...eventSeries].flatMap(({ createdBy, creator }) =>
      createdBy === undefined || creator === undefined ? [] : [[createdBy, creator.username]],
    ),
  )
  byId.delete(userId)
  return [...byId]
    .map(([id, username]) => ({ id, username }))
    .toSorted((one, other) => one.username.localeCompare(other.username))
}

interface MyEventsColumnProps {
  readonly title: string
  readonly action?: ReactNode
  readonly emptyMessage: string
  readonly hasFailed: boolean
  readonly items: readonly ReactNode[] | undefined
}

const SKELETONS = [1, 2, 3]

function MyEventsColumn(props: MyEventsColumnProps) {
  const { title, action, emptyMessage, hasFailed, items } = props
  const titleId = useId()
  return (
    <section className={`${cards.card} ${classes.column}`} aria-labelledby={titleId}>
      <div className={cards.head}>
        <h2 id={titleId} className={cards.title}>
          {title}
        </h2>
        {action}
      </div>
      {items === undefined && hasFailed && <p className={classes.empty}>{texts.failed}</p>}
      {items === undefined && !hasFailed && (
        <div className={`${cards.list} ${classes.loading}`} aria-hidden="true">
          {SKELETONS.map((number) => (
            <Skeleton key={number} height="5.5rem" radius="md" />
          ))}
        </div>
      )}
      {items?.length === 0 && <p className={classes.empty}>{emptyMessage}</p>}
      {items !== undefined && items.length > 0 && <ul className={cards.list}>{items}</ul>}
    </section>
  )
}
