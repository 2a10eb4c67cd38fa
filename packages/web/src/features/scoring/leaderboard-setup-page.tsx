import { Skeleton } from '@mantine/core'
import { PAGES } from '@rollcall/contract/pages'
import { getConfiguration } from '@rollcall/contract/scoring'
import { type LeaderboardConfiguration, readConfiguration } from '@rollcall/scoring/configuration'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { currentUserQuery } from '#api/current-user.ts'
import { asking } from '#api/query-keys.ts'
import { findSessionToken } from '#api/session.ts'
import { LeaveGuard } from '#ui/leave-guard.tsx'
import { BackLink, PageHeading } from '#ui/page-heading.tsx'
import { Panel } from '#ui/panel.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import classes from './leaderboard-setup-page.module.css'
import { PositionList } from './position-list.tsx'
import { SetupBar, type UsedBy } from './setup-bar.tsx'
import { findFirstProblem, readDraft, type SetupDraft, toSetupDraft } from './setup-draft.ts'
import { AddPositions, NameAndModes, PointSettings } from './setup-parts.tsx'
import { texts } from './texts.ts'
import { useSaving } from './use-saving.ts'

interface LeaderboardSetupPageProps {
  /** What a new version would change in events. */
  readonly tried: (id: number, config: LeaderboardConfiguration) => ReactNode
}

export function LeaderboardSetupPage({ tried }: LeaderboardSetupPageProps) {
  const { id } = useParams()
  const { data: user } = useQuery(currentUserQuery)
  const isAdmin = user?.isAdmin === true
  return (
    <>
      <BackLink to={PAGES.myEvents.path}>{texts.back}</BackLink>
      <PageHeading title={texts.title}>{texts.lead}</PageHeading>
      {id === undefined ? (
        <SetupForm id={null} loaded={toSetupDraft()} usedBy={UNUSED} {...{ isAdmin, tried }} />
      ) : (
        <LoadedSetup key={id} id={id} {...{ isAdmin, tried }} />
      )}
    </>
  )
}

/** Loaded for editing: never cached, and never reloaded while somebody is typing. */
function configurationQuery(id: string) {
  return queryOptions({
    ...asking(getConfiguration, { params: { id } }),
    select: ({ config, isDefault, usedBy }) => ({
      config: readConfiguration(JSON.parse(config)),
      isDefault,
      usedBy,
    }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  })
}

interface LoadedSetupProps extends LeaderboardSetupPageProps {
  readonly id: string
  readonly isAdmin: boolean
}

const SKELETONS = [1, 2, 3, 4]

function LoadedSetup({ id, isAdmin, tried }: LoadedSetupProps) {
  const { data, isPending, isError, error, refetch } = useQuery(configurationQuery(id))
  if (isError) {
    return <LoadError error={error} onRetry={() => void refetch()} />
  }
  if (isPending) {
    return (
      <Loading className={classes.columns}>
        {SKELETONS.map((number) => (
          <Skeleton key={number} height="24rem" radius="lg" />
        ))}
      </Loading>
    )
  }
  return (
    <SetupForm
      id={Number(id)}
      loaded={toSetupDraft(data.config, data.isDefault)}
      usedBy={data.usedBy ?? UNUSED}
      {...{ isAdmin, tried }}
    />
  )
}

interface SetupFormProps extends LeaderboardSetupPageProps {
  readonly id: number | null
  readonly loaded: SetupDraft
  readonly usedBy: UsedBy
  readonly isAdmin: boolean
}

const UNUSED: UsedBy = { eventCount: 0, names: [] }

function SetupForm({ id, loaded, usedBy, isAdmin, tried }: SetupFormProps) {
  const navigate = useNavigate()
  // The server's version, with which the draft is compared.
  const [saved] = useState(loaded)
  const [draft, setDraft] = useState(saved)
  const isDone = useRef(false)
  const { saving, deleting, finishedEvents } = useSaving({
    id,
    onDone: () => {
      isDone.current = true
      void navigate(PAGES.myEvents.path)
    },
  })

  const read = readDraft(draft)
  const hasChanged = read.fingerprint !== readDraft(saved).fingerprint
  const isReadOnly = saved.isDefault && !isAdmin
  const { config } = read
  const toSave =
    config !== null && hasChanged && !isReadOnly
      ? { config, ...(isAdmin && { isDefault: draft.isDefault }) }
      : null
  function findHint(): string | null {
    if (isReadOnly) {
      return texts.readOnly
    }
    if (!hasChanged && id !== null) {
      return null
    }
    return findFirstProblem(read) ?? texts.unsaved
  }

  const field = { draft, problems: read.problems, onChange: setDraft }
  return (
    <>
      <SetupBar
        name={saved.name}
        toSave={toSave}
        hint={findHint()}
        deletableId={isReadOnly ? null : id}
        usedBy={usedBy}
        saving={saving}
        deleting={deleting}
        finishedEvents={finishedEvents}
      />
      <fieldset className={classes.columns} disabled={isReadOnly || saving.isPending}>
        <NameAndModes {...field} isAdmin={isAdmin} />
        <PositionList
          positions={draft.positions}
          problems={read.problems}
          onChange={setDraft}
          isReadOnly={isReadOnly}
        />
        <Panel title={texts.adding.title}>
          <AddPositions {...field} />
        </Panel>
        <Panel title={texts.settings.title}>
          <PointSettings {...field} />
        </Panel>
      </fieldset>
      {id !== null && toSave !== null && (
        <div className={classes.tried}>{tried(id, toSave.config)}</div>
      )}
      <LeaveGuard
        // Without a session, the page must be left.
        wouldLose={() => hasChanged && !isDone.current && findSessionToken() !== null}
      />
    </>
  )
}
