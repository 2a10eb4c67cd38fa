import { Skeleton } from '@mantine/core'
import { shownName } from '@rollcall/scoring/racer'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { Sentence } from '#texts/sentence.tsx'
import { GameLines } from '#ui/board/game-lines.tsx'
import { RowMarble } from '#ui/board/ranked-row.tsx'
import cards from '#ui/cards.module.css'
import { Download } from '#ui/download.tsx'
import { formatInstant } from '#ui/format-instant.ts'
import { formatNumber } from '#ui/format-number.ts'
import { ChannelLink, RacerLink } from '#ui/links.tsx'
import layout from '#ui/page.module.css'
import { BackLink, PageHeading } from '#ui/page-heading.tsx'
import { Panel } from '#ui/panel.tsx'
import { ProfileImage } from '#ui/person.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import { useTabName } from '#ui/tab-name.ts'
import { downloadRecords, type GameMap, mapQuery } from './queries.ts'
import { RecordList } from './record-list.tsx'
import { texts } from './texts.ts'

const { map: words } = texts
const PICTURE_PX = 28

export function MapPage() {
  const { id = '' } = useParams()
  const { data: map, error, refetch } = useQuery(mapQuery(id))
  useTabName(map?.name)
  return (
    <div className={layout.page}>
      <BackLink to="/maps">{words.all}</BackLink>
      {error && !map && <LoadError error={error} onRetry={() => void refetch()} />}
      {!map && !error && (
        <Loading>
          <Skeleton height="2.75rem" />
          <Skeleton height="24rem" radius="lg" />
        </Loading>
      )}
      {map && <MapView map={map} />}
    </div>
  )
}

function MapView({ map }: { readonly map: GameMap }) {
  const { name, creator, fastestRacers, fastestChannels, latestGames } = map
  return (
    <>
      <PageHeading title={name}>
        {creator !== null && (
          <Sentence text={words.builtBy} parts={{ creator: <bdi>{creator}</bdi> }} />
        )}
      </PageHeading>
      <MapFacts map={map} />
      <Panel title={words.fastestRacers}>
        <RecordList
          label={words.fastestRacers}
          records={fastestRacers}
          keyOf={({ racer }) => racer.racer_name}
          nameOf={({ racer }) => shownName(racer)}
          picture={({ racer }) => <RowMarble racer={racer} sizePx={PICTURE_PX} />}
          link={({ racer }, shown) => <RacerLink racer={racer}>{shown}</RacerLink>}
          noteText={words.setOn}
        />
        <Records id={map.id} by="racer" isEmpty={fastestRacers.length === 0} />
      </Panel>
      <Panel title={words.fastestChannels}>
        <RecordList
          label={words.fastestChannels}
          records={fastestChannels}
          keyOf={({ channel }) => `${channel.platform} ${channel.login}`}
          nameOf={({ channel }) => channel.name}
          picture={({ channel }) => (
            <ProfileImage src={channel.profileImageUrl} sizePx={PICTURE_PX} />
          )}
          link={({ channel }, shown) => <ChannelLink channel={channel}>{shown}</ChannelLink>}
          noteText={words.setBy}
        />
        <Records id={map.id} by="channel" isEmpty={fastestChannels.length === 0} />
      </Panel>
      <Panel title={words.latest}>
        <GameLines label={words.latest} games={latestGames} />
      </Panel>
    </>
  )
}

interface RecordsProps {
  readonly id: number
  readonly by: 'racer' | 'channel'
  readonly isEmpty: boolean
}

function Records({ id, by, isEmpty }: RecordsProps) {
  return (
    !isEmpty && (
      <Download
        what={words.download[by]}
        fileName={`map-${id}-${by}s`}
        load={(format, options) => downloadRecords(id, { by, format, ...options })}
      />
    )
  )
}

function MapFacts({
  map: { plays, averageField, deathRate, lastPlayedAt },
}: {
  readonly map: GameMap
}) {
  const { facts } = words
  return (
    <dl className={cards.facts}>
      <dt>{facts.plays}</dt>
      <dd>{formatNumber(plays)}</dd>
      <dt>{facts.field}</dt>
      <dd>{words.marbles(averageField)}</dd>
      {deathRate !== null && (
        <>
          <dt>{facts.deathRate}</dt>
          <dd>{words.deathRate(deathRate)}</dd>
        </>
      )}
      <dt>{facts.lastPlayed}</dt>
      <dd>
        <time dateTime={lastPlayedAt}>{formatInstant(lastPlayedAt)}</time>
      </dd>
    </dl>
  )
}
