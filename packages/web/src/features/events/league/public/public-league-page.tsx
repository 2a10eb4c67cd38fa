import { Skeleton } from '@mantine/core'
import { hasCounted } from '@rollcall/contract/leagues'
import type { PublicLeague } from '@rollcall/contract/leagues-public'
import { addressOf, cardOf, PAGES } from '@rollcall/contract/pages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useLive } from '#api/live.ts'
import { CopyField } from '#ui/copy-field.tsx'
import { Columns, WidePage } from '#ui/layout/columns.tsx'
import { leagueAddress } from '#ui/links.tsx'
import { PageError } from '#ui/page-error.tsx'
import { useAskedRows } from '#ui/paged-list.tsx'
import { Panel } from '#ui/panel.tsx'
import { SharePanel } from '#ui/share-panel.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import { useTabName } from '#ui/tab-name.ts'
import { RuleChanges, Rules } from '../rules-list.tsx'
import { areStreamers, LeagueHead } from './league-head.tsx'
import { PrizesPanel } from './prizes-panel.tsx'
import { calendarAddress, publicLeagueKey, publicLeagueQuery } from './queries.ts'
import { RoundsPanel } from './rounds-panel.tsx'
import { texts } from './texts.ts'
import { LeaguePlaceRows, useLeaguePlaces, WholeTable } from './whole-table.tsx'

/** A league for everybody with its link: who leads, the reader's place, the table, the rounds, and the rules. */
export function PublicLeaguePage() {
  const { token = '' } = useParams()
  const { data: league, error, refetch, dataUpdatedAt } = useQuery(publicLeagueQuery(token))
  const places = useLeaguePlaces(token, {
    isOpen: (league?.total ?? 0) > 0,
    isOfStreamers: league !== undefined && areStreamers(league),
  })
  const asked = useAskedRows()
  useLive(league ? `link/league:${token}` : null, publicLeagueKey(token))
  useTabName(league?.name)
  // Once it is drawn, it stays.
  const [isDrawn, setIsDrawn] = useState(false)
  const isReady = league !== undefined && (isDrawn || !places.isWaiting)
  if (isReady && !isDrawn) setIsDrawn(true)
  const shown = { token, places, asked }
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
          <Columns aside={<Aside token={token} league={league} />}>
            {league.total > 0 && <LeaguePlaceRows {...shown} league={league} />}
            <WholeTable {...shown} league={league} />
            {/* Without a table, they are what people come for. */}
            {league.total === 0 && <RoundsOf league={league} />}
          </Columns>
        </>
      )}
    </WidePage>
  )
}

const RoundsOf = ({ league: { rounds } }: { readonly league: PublicLeague }) =>
  rounds.length > 0 && <RoundsPanel rounds={rounds} />

interface AsideProps {
  readonly token: string
  readonly league: PublicLeague
}

function Aside({ token, league }: AsideProps) {
  const { name, rules, rounds, lead, prizes, total } = league
  const played = rounds.filter(hasCounted).length
  return (
    <>
      {prizes && <PrizesPanel prizes={prizes} />}
      {total > 0 && <RoundsOf league={league} />}
      <Panel title={texts.rules}>
        <Rules rules={rules} rounds={rounds} />
        <RuleChanges changes={league.ruleChanges} rules={rules} rounds={rounds} />
      </Panel>
      <SharePanel
        title={texts.share.title}
        page={leagueAddress(token)}
        // It is another one after each round, and after a correction.
        picture={`${addressOf(cardOf(PAGES.league), { token })}?v=${played}-${lead?.total ?? 0}`}
        alt={texts.share.picture(name)}
        fileName="league.png"
      />
      <Panel title={texts.calendar.title}>
        <CopyField
          label={texts.calendar.label}
          value={`${location.origin}${calendarAddress(token)}`}
        />
      </Panel>
    </>
  )
}
