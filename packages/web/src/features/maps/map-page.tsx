import { Skeleton } from '@mantine/core'
import { PAGES } from '@rollcall/contract/pages'
import { shownName } from '@rollcall/scoring/racer'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { Sentence } from '#texts/sentence.tsx'
import { Ago } from '#ui/ago.tsx'
import { GameLines } from '#ui/board/game-lines.tsx'
import { RowMarble } from '#ui/board/ranked-row.tsx'
import { Download } from '#ui/download.tsx'
import { formatRaceTime } from '#ui/format-race-time.ts'
import { Fact, Head } from '#ui/head.tsx'
import { Columns, WidePage } from '#ui/layout/columns.tsx'
import { ChannelLink, mapAddress, RacerLink } from '#ui/links.tsx'
import { PageError } from '#ui/page-error.tsx'
import { BackLink } from '#ui/page-heading.tsx'
import { Panel } from '#ui/panel.tsx'
import { ProfileImage } from '#ui/person.tsx'
import { Loading } from '#ui/states.tsx'
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
    <WidePage>
      <BackLink to={PAGES.maps.path}>{words.all}</BackLink>
      {error && !map && <PageError error={error} onRetry={() => void refetch()} />}
      {!map && !error && (
        <Loading>
          <Skeleton height="2.75rem" />
          <Skeleton height="24rem" radius="lg" />
        </Loading>
      )}
      {map && <MapView map={map} />}
    </WidePage>
  )
}

function MapView({ map }: { readonly map: GameMap }) {
  return (
    <>
      <MapHead map={map} />
      <Columns aside={<FastestChannels map={map} />}>
        <FastestRacers map={map} />
        <Panel title={words.latest}>
          <GameLines label={words.latest} games={map.latestGames} />
        </Panel>
      </Columns>
    </>
  )
}

function MapHead({ map }: { readonly map: GameMap }) {
  const { id, name, creator, plays, averageField, deathRate, lastPlayedAt } = map
  const [fastest] = map.fastestRacers
  return (
    <Head
      kind={words.kind}
      name={name}
      {...(fastest && {
        figure: {
          label: words.record,
          value: formatRaceTime(fastest.seconds),
          note: (
            <RacerLink racer={fastest.racer}>
              <bdi>{shownName(fastest.racer)}</bdi>
            </RacerLink>
          ),
        },
      })}
      share={mapAddress(id)}
    >
      {creator !== null && (
        <Fact>
          <Sentence text={words.builtBy} parts={{ creator: <bdi>{creator}</bdi> }} />
        </Fact>
      )}
      <Fact>{words.plays(plays, averageField)}</Fact>
      {deathRate !== null && <Fact>{words.deathRate(deathRate)}</Fact>}
      <Fact>
        <Sentence text={words.lastPlayed} parts={{ time: <Ago instant={lastPlayedAt} /> }} />
      </Fact>
    </Head>
  )
}

function FastestRacers({ map: { id, fastestRacers } }: { readonly map: GameMap }) {
  return (
    <Panel title={words.fastestRacers}>
      <RecordList
        label={words.fastestRacers}
        records={fastestRacers}
        keyOf={({ racer }) => racer.racer_name}
        nameOf={({ racer }) => shownName(racer)}
        picture={({ racer }) => <RowMarble racer={racer} sizePx={PICTURE_PX} />}
        link={({ racer }, shown) => <RacerLink racer={racer}>{shown}</RacerLink>}
        noteText={words.setOn}
        isWide
      />
      <Records id={id} by="racer" isEmpty={fastestRacers.length === 0} />
    </Panel>
  )
}

function FastestChannels({ map: { id, fastestChannels } }: { readonly map: GameMap }) {
  return (
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
      <Records id={id} by="channel" isEmpty={fastestChannels.length === 0} />
    </Panel>
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
