import { Skeleton } from '@mantine/core'
import { rarityOf } from '@rollcall/scoring/luck'
import { shownName } from '@rollcall/scoring/racer'
import { useQuery } from '@tanstack/react-query'
import { RankBadge } from '#ui/board/rank-badge.tsx'
import ranked from '#ui/board/ranked-row.module.css'
import { RowMarble } from '#ui/board/ranked-row.tsx'
import { RowName } from '#ui/board/row-name.tsx'
import { withUniqueKeys } from '#ui/board/unique-keys.ts'
import { formatDays, formatTime } from '#ui/format-instant.ts'
import { formatNumber, formatRoughly, formatWholePercent } from '#ui/format-number.ts'
import { Quiet, Stack } from '#ui/layout/layout.tsx'
import { Table } from '#ui/layout/table.tsx'
import { RacerLink } from '#ui/links.tsx'
import layout from '#ui/page.module.css'
import { PageHeading } from '#ui/page-heading.tsx'
import { Panel } from '#ui/panel.tsx'
import { EmptyState, LoadError, Loading } from '#ui/states.tsx'
import classes from './luckiest-page.module.css'
import { type LuckiestRacers, luckiestQuery } from './queries.ts'
import pages from './racer-page.module.css'
import { texts } from './texts.ts'

const { luckiest: words } = texts
const MARBLE_PX = 28
const { columns } = words

export function LuckiestPage() {
  const { data, error, refetch } = useQuery(luckiestQuery)
  return (
    <Stack className={layout.page}>
      <PageHeading title={words.title}>{words.lead}</PageHeading>
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Loading>
          <Skeleton height="24rem" radius="lg" />
        </Loading>
      )}
      {data && <Luckiest board={data} />}
    </Stack>
  )
}

function Luckiest({ board: { from, to, countedAt, racers } }: { readonly board: LuckiestRacers }) {
  if (racers.length === 0) {
    return <EmptyState message={words.none}>{words.noneHint}</EmptyState>
  }
  return (
    <Panel title={formatDays(from, to)}>
      <p className={pages.lead}>{words.note}</p>
      <p className={pages.lead}>{words.counted(formatTime(countedAt))}</p>
      <Table className={`${classes.table} ${ranked.wrapping}`} aria-label={words.title}>
        <thead>
          <tr>
            <th scope="col">{columns.rank}</th>
            <th scope="col">{columns.racer}</th>
            <th scope="col" className={classes.wide}>
              {columns.games}
            </th>
            <th scope="col" className={classes.wide}>
              {columns.firstPlaces}
            </th>
            <th scope="col">{columns.beat}</th>
            <th scope="col">{columns.odds}</th>
          </tr>
        </thead>
        <tbody>
          {withUniqueKeys(racers, ({ racer_name }) => racer_name).map(({ key, item: racer }) => (
            <tr key={key}>
              <td>
                <RankBadge rank={racer.rank} />
              </td>
              <th scope="row">
                <RowName
                  picture={<RowMarble racer={racer} sizePx={MARBLE_PX} />}
                  name={shownName(racer)}
                  link={(name) => <RacerLink racer={racer}>{name}</RacerLink>}
                />
                <Quiet as="span" size="xs" className={classes.facts}>
                  {words.facts(racer.luck.games, racer.luck.firstPlaces)}
                </Quiet>
              </th>
              <td className={classes.wide}>{formatNumber(racer.luck.games)}</td>
              <td className={classes.wide}>{formatNumber(racer.luck.firstPlaces)}</td>
              <td>{formatWholePercent(racer.luck.behind)}</td>
              <td>{words.odds(formatRoughly(rarityOf(racer.luck.chanceOfAsGood)))}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Panel>
  )
}
