import { Skeleton } from '@mantine/core'
import { PAGES } from '@rollcall/contract/pages'
import { useQuery } from '@tanstack/react-query'
import { useLive } from '#api/live.ts'
import { RankBadge } from '#ui/board/rank-badge.tsx'
import { RankChange } from '#ui/board/rank-change.tsx'
import ranked from '#ui/board/ranked-row.module.css'
import rows from '#ui/board/row-list.module.css'
import { RowName } from '#ui/board/row-name.tsx'
import { texts as boardTexts } from '#ui/board/texts.ts'
import { formatNumber } from '#ui/format-number.ts'
import { Row } from '#ui/layout/layout.tsx'
import { ChannelLink, channelAddress, NameLink, racerPage } from '#ui/links.tsx'
import { Panel } from '#ui/panel.tsx'
import { ProfileImage } from '#ui/person.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import { seasonPath } from './dashboard-address.ts'
import classes from './position-panel.module.css'
import { currentPositionsQuery, POSITIONS_KEY, type Position, SHOWN_FIRST } from './queries.ts'
import { texts } from './texts.ts'

const { position: words } = texts
const PICTURE_PX = 28

/** Where the reader is today on the channels where they have the most points this season. */
const SKELETONS = Array.from({ length: SHOWN_FIRST }, (_, index) => index)

export function PositionPanel() {
  const { data, error, isPending, refetch } = useQuery(currentPositionsQuery)
  return (
    <Panel title={words.title}>
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {isPending && (
        <Loading className={classes.loading}>
          {SKELETONS.map((number) => (
            <Skeleton key={number} height="3.5rem" radius="md" />
          ))}
        </Loading>
      )}
      {data?.channels.length === 0 && (
        <Row as="p" gap="0/sm" align="stretch" className={classes.note}>
          {words.none}
        </Row>
      )}
      {data && data.channels.length > 0 && (
        <ol className={`${rows.rows} ${ranked.wrapping}`} aria-label={words.title}>
          {data.channels.map((position) => (
            <PositionRow key={position.channelId} position={position} today={data.today} />
          ))}
        </ol>
      )}
      {data && (
        <Row as="p" gap="2xs/md" align="stretch" className={classes.ways}>
          <NameLink to={racerPage(data.racer)}>{words.racerPage}</NameLink>
          {data.more > 0 && (
            <NameLink
              to={
                data.season === null
                  ? PAGES.dashboardChannels.path
                  : seasonPath(String(data.season))
              }
            >
              {words.more(data.more)}
            </NameLink>
          )}
        </Row>
      )}
    </Panel>
  )
}

interface PositionRowProps {
  readonly position: Position
  readonly today: string
}

function PositionRow({ position, today }: PositionRowProps) {
  const { channelId, channel, points, rank, of, next, before, isShared, isOff } = position
  useLive(`everyone/channel:${channelId}`, POSITIONS_KEY)
  return (
    <li className={`${ranked.row} ${rows.row}`}>
      <RankBadge rank={rank} isOrder={false} />
      <RowName
        picture={<ProfileImage src={channel.profileImageUrl} sizePx={PICTURE_PX} />}
        name={channel.name}
        link={(name) => <ChannelLink channel={channel}>{name}</ChannelLink>}
      />
      <span className={ranked.points}>{formatNumber(points)}</span>
      <Row as="p" gap="0/sm" align="stretch" className={classes.note}>
        <span>{isOff ? boardTexts.own.off : words.rank(rank, of)}</span>
        {isShared && <span>{boardTexts.own.shared}</span>}
        {rank !== null && before !== null && (
          <RankChange rank={rank} before={before} today={today} />
        )}
        {next !== null && <span>{words.next(next.gap, next.rank)}</span>}
        <NameLink to={channelAddress(channel)}>{words.board}</NameLink>
      </Row>
    </li>
  )
}
