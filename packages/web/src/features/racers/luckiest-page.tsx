import { Skeleton } from '@mantine/core'
import { shownName } from '@rollcall/scoring/racer'
import { useQuery } from '@tanstack/react-query'
import { RankBadge } from '#ui/board/rank-badge.tsx'
import ranked from '#ui/board/ranked-row.module.css'
import { RowMarble } from '#ui/board/ranked-row.tsx'
import rows from '#ui/board/row-list.module.css'
import { RowName } from '#ui/board/row-name.tsx'
import { formatDays, formatTime } from '#ui/format-instant.ts'
import { formatPercent } from '#ui/format-number.ts'
import { RacerLink } from '#ui/links.tsx'
import layout from '#ui/page.module.css'
import { PageHeading } from '#ui/page-heading.tsx'
import { Panel } from '#ui/panel.tsx'
import { EmptyState, LoadError, Loading } from '#ui/states.tsx'
import { firstPlacesSentence } from './luck-sentences.ts'
import classes from './luckiest-page.module.css'
import { type LuckiestRacers, luckiestQuery } from './queries.ts'
import pages from './racer-page.module.css'
import { texts } from './texts.ts'

const { luckiest: words } = texts
const MARBLE_PX = 28

export function LuckiestPage() {
  const { data, error, refetch } = useQuery(luckiestQuery)
  return (
    <div className={layout.page}>
      <PageHeading title={words.title}>{words.lead}</PageHeading>
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Loading>
          <Skeleton height="24rem" radius="lg" />
        </Loading>
      )}
      {data && <Luckiest board={data} />}
    </div>
  )
}

function Luckiest({ board: { from, to, countedAt, racers } }: { readonly board: LuckiestRacers }) {
  if (racers.length === 0) {
    return <EmptyState message={words.none}>{words.noneHint}</EmptyState>
  }
  return (
    <Panel title={formatDays(from, to)}>
      <p className={pages.lead}>{words.counted(formatTime(countedAt))}</p>
      <ol className={`${rows.rows} ${ranked.wrapping}`} aria-label={words.title}>
        {racers.map((racer) => (
          <li key={racer.racer_name} className={`${ranked.row} ${rows.row}`}>
            <RankBadge rank={racer.rank} />
            <RowName
              picture={<RowMarble racer={racer} sizePx={MARBLE_PX} />}
              name={shownName(racer)}
              link={(name) => <RacerLink racer={racer}>{name}</RacerLink>}
            />
            <span className={ranked.points}>{formatPercent(racer.luck.behind)}</span>
            <LuckNote luck={racer.luck} />
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function LuckNote({ luck }: Pick<LuckiestRacers['racers'][number], 'luck'>) {
  const { from, to } = luck.range
  return (
    <div className={classes.note}>
      <p>{words.behind(formatPercent(luck.behind), formatPercent(from), formatPercent(to))}</p>
      <p>{firstPlacesSentence('both', luck)}</p>
    </div>
  )
}
