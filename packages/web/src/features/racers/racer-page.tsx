import { Skeleton } from '@mantine/core'
import { racerName, shownName } from '@rollcall/scoring/racer'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router'
import { racerPage } from '#ui/links.tsx'
import layout from '#ui/page.module.css'
import { SharePanel } from '#ui/share-panel.tsx'
import { EmptyState, LoadError, Loading } from '#ui/states.tsx'
import { useTabName } from '#ui/tab-name.ts'
import { BadgePanel } from './badge-panel.tsx'
import { ChannelRanksPanel } from './channel-ranks-panel.tsx'
import { isAt } from './is-at.ts'
import { LuckPanel } from './luck-panel.tsx'
import { ModesPanel } from './modes-panel.tsx'
import { type RacerPageAnswer, racerGamesQuery, racerQuery } from './queries.ts'
import { LatestPanel } from './raced-games.tsx'
import { RacerHero } from './racer-hero.tsx'
import { RacerTitle } from './racer-title.tsx'
import { RivalsPanel } from './rivals-panel.tsx'
import { SeasonPanel } from './season-panel.tsx'
import { texts } from './texts.ts'
import { YearPanel } from './year-panel.tsx'

export function RacerPage() {
  const { platform = '', login = '' } = useParams()
  const asked = { platform, login }
  const { data: page, error, refetch } = useQuery(racerQuery(asked))
  useTabName(page && shownName(page))
  if (page && !isAt(page.address, asked)) {
    return <Navigate to={racerPage(page.address)} replace />
  }
  return (
    <div className={layout.page}>
      <RacerTitle
        address={asked}
        label={page ?? { racer_name: racerName(asked) }}
        isUnknown={!page && error !== null}
        isHidden={page?.isHidden ?? false}
      />
      {error && !page && <LoadError error={error} onRetry={() => void refetch()} />}
      {!page && !error && (
        <Loading>
          <Skeleton height="12rem" radius="lg" />
          <Skeleton height="19rem" radius="lg" />
          <Skeleton height="26rem" radius="lg" />
        </Loading>
      )}
      {page && (hasResults(page) ? <RacerView page={page} /> : <Newcomer page={page} />)}
    </div>
  )
}

/** Everybody who has signed in has a page, even if they have never raced. */
const hasResults = ({ points, badges, year }: RacerPageAnswer) =>
  points.lifetime !== null || badges.length > 0 || year.days.length > 0

function RacerView({ page }: { readonly page: RacerPageAnswer }) {
  const { address, year, progress, badges } = page
  const games = useQuery(racerGamesQuery(address))
  return (
    <>
      <RacerHero page={page} />
      <YearPanel year={year} />
      <SeasonPanel progress={progress} today={year.to} />
      <ChannelRanksPanel racer={address} season={page.season} />
      <ModesPanel page={page} games={games} />
      <LuckPanel games={games} />
      <BadgePanel badges={badges} />
      <LatestPanel games={games} />
      <RivalsPanel racer={address} />
      <RacerSharing page={page} />
    </>
  )
}

/** There may still be games: not every public game counts in a season. */
function Newcomer({ page }: { readonly page: RacerPageAnswer }) {
  const { address } = page
  const games = useQuery(racerGamesQuery(address))
  const hasGames = games.data !== undefined && games.data.latest.length > 0
  return (
    <>
      <EmptyState message={texts.hero.none}>{texts.hero.noneHint}</EmptyState>
      {hasGames && <ModesPanel page={page} games={games} />}
      {hasGames && <LatestPanel games={games} />}
      <RacerSharing page={page} />
    </>
  )
}

function RacerSharing({ page }: { readonly page: RacerPageAnswer }) {
  const { platform, login } = page.address
  if (page.isHidden) return null
  const address = racerPage(page.address)
  return (
    <SharePanel
      title={texts.sharing.title}
      page={address}
      picture={`${address}/card.png`}
      alt={texts.sharing.alt(shownName(page))}
      fileName={`${platform}-${login}.png`}
    />
  )
}
