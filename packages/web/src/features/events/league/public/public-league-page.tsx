import { Skeleton } from '@mantine/core'
import { hasCounted } from '@rollcall/contract/leagues'
import type { PublicLeague } from '@rollcall/contract/leagues-public'
import { addressOf, cardOf, embedOf, PAGES } from '@rollcall/contract/pages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useLive } from '#api/live.ts'
import { useSessionToken } from '#api/session.ts'
import { CopyField } from '#ui/copy-field.tsx'
import { Columns, WidePage } from '#ui/layout/columns.tsx'
import { leagueAddress } from '#ui/links.tsx'
import { PageError } from '#ui/page-error.tsx'
import { useAskedRows } from '#ui/paged-list.tsx'
import { Panel } from '#ui/panel.tsx'
import { SharePanel } from '#ui/share-panel.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import { useTabName } from '#ui/tab-name.ts'
import { EnterPanel } from '../entering/enter-panel.tsx'
import { EntrantsPanel } from '../entering/entrants-panel.tsx'
import { ownEntryQuery } from '../entering/queries.ts'
import { RuleChanges, Rules } from '../rules-list.tsx'
import { inAddress, useDivisionOfPage } from './division-of-page.tsx'
import { areStreamers, LeagueHead } from './league-head.tsx'
import { OnStreams } from './on-streams.tsx'
import { OutlookPanel } from './outlook/outlook-panel.tsx'
import { PrizesPanel } from './prizes-panel.tsx'
import { PublicTeams, useTeamsAreWaiting } from './public-teams.tsx'
import { calendarAddress, publicLeagueKey, publicLeagueQuery, type TableOf } from './queries.ts'
import { RoundsPanel } from './rounds-panel.tsx'
import { StoryPanel } from './story/story-panel.tsx'
import { texts } from './texts.ts'
import { LeaguePlaceRows, useLeaguePlaces, WholeTable } from './whole-table.tsx'

/** A league for everybody with its link: who leads, the reader's place, the table, the rounds, and the rules. */
export function PublicLeaguePage() {
  const { token = '' } = useParams()
  const { data: league, error, refetch, dataUpdatedAt } = useQuery(publicLeagueQuery(token))
  const asked = useAskedRows()
  const of = { token, division: useDivisionOfPage(league, () => asked.find('')) }
  const places = useLeaguePlaces(of, {
    isOpen: (league?.total ?? 0) > 0,
    isOfStreamers: league !== undefined && areStreamers(league),
  })
  const isEntryWaiting = useIsEntryWaiting(token)
  const teamsAreWaiting = useTeamsAreWaiting(token, league)
  useLive(league ? `link/league:${token}` : null, publicLeagueKey(token))
  useTabName(league?.name)
  // Once it is drawn, it stays.
  const [isDrawn, setIsDrawn] = useState(false)
  const isWaiting = places.isWaiting || isEntryWaiting || teamsAreWaiting
  const isReady = league !== undefined && (isDrawn || !isWaiting)
  if (isReady && !isDrawn) setIsDrawn(true)
  const shown = { of, places, asked }
  return (
    <WidePage>
      {error && !league && <PageError error={error} onRetry={() => void refetch()} />}
      {!isReady && (league || !error) && (
        <Loading>
          <Skeleton height="6rem" />
          <Skeleton height="24rem" radius="lg" />
        </Loading>
      )}
      {isReady && (
        <>
          <LeagueHead token={token} league={league} now={dataUpdatedAt} />
          {error && <LoadError error={error} onRetry={() => void refetch()} />}
          <Columns aside={<Aside of={of} league={league} />}>
            {league.total > 0 && <LeaguePlaceRows {...shown} league={league} />}
            <WholeTable {...shown} league={league} />
            <PublicTeams token={token} league={league} />
            <StoryPanel token={token} league={league} />
            <OutlookPanel token={token} league={league} />
            {/* Without a table, they are what people come for. */}
            {league.total === 0 && <RoundsOf league={league} />}
          </Columns>
        </>
      )}
    </WidePage>
  )
}

/** How the reader has entered it is above the rest. */
function useIsEntryWaiting(token: string): boolean {
  const isSignedIn = useSessionToken() !== null
  const { isPending } = useQuery({ ...ownEntryQuery(token), enabled: isSignedIn })
  return isSignedIn && isPending
}

const RoundsOf = ({ league: { rounds } }: { readonly league: PublicLeague }) =>
  rounds.length > 0 && <RoundsPanel rounds={rounds} />

interface AsideProps {
  readonly of: TableOf
  readonly league: PublicLeague
}

function Aside({ of, league }: AsideProps) {
  const { token } = of
  const search = new URLSearchParams(inAddress(of))
  const { name, rules, rounds, lead, prizes, total } = league
  const played = rounds.filter(hasCounted).length
  return (
    <>
      <EnterPanel token={token} rules={rules} />
      {prizes && <PrizesPanel prizes={prizes} />}
      {total > 0 && <RoundsOf league={league} />}
      <EntrantsPanel token={token} />
      <Panel title={texts.rules}>
        <Rules rules={rules} rounds={rounds} divisions={league.divisions} />
        <RuleChanges changes={league.ruleChanges} rules={rules} rounds={rounds} />
      </Panel>
      <SharePanel
        title={texts.share.title}
        page={leagueAddress(token) + (search.size > 0 ? `?${search}` : '')}
        // It is another one after each round, and after a correction.
        picture={`${addressOf(cardOf(PAGES.league), { token })}?${search}&v=${played}-${lead?.total ?? 0}`}
        alt={texts.share.picture(name)}
        fileName="league.png"
        embed={{
          path: addressOf(embedOf(PAGES.league), { token }) + (search.size > 0 ? `?${search}` : ''),
          name: texts.tableOf(name),
        }}
      />
      <OnStreams token={token} hasTeams={Boolean(rules.teams)} divisions={league.divisions} />
      <Panel title={texts.calendar.title}>
        <CopyField
          label={texts.calendar.label}
          value={`${location.origin}${calendarAddress(token)}`}
        />
      </Panel>
    </>
  )
}
