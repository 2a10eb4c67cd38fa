import { useQuery } from '@tanstack/react-query'
import { useLive } from '#api/live.ts'
import { RankBadge } from '#ui/board/rank-badge.tsx'
import ranked from '#ui/board/ranked-row.module.css'
import rows from '#ui/board/row-list.module.css'
import { RowName } from '#ui/board/row-name.tsx'
import { Change } from '#ui/figures.tsx'
import { formatDays } from '#ui/format-instant.ts'
import { formatNumber } from '#ui/format-number.ts'
import { ChannelLink, channelAddress, NameLink, racerPage } from '#ui/links.tsx'
import { Panel } from '#ui/panel.tsx'
import { ProfileImage } from '#ui/person.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import classes from './position-panel.module.css'
import { currentPositionsQuery, POSITIONS_KEY, type Position } from './queries.ts'
import { texts } from './texts.ts'

const { position: words } = texts
const PICTURE_PX = 28

/** Where the reader is today on the channels where they have the most points this season. */
export function PositionPanel() {
  const { data, error, isPending, refetch } = useQuery(currentPositionsQuery)
  return (
    <Panel title={words.title}>
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {isPending && <Loading />}
      {data?.channels.length === 0 && <p className={classes.note}>{words.none}</p>}
      {data && data.channels.length > 0 && (
        <ol className={`${rows.rows} ${ranked.wrapping}`} aria-label={words.title}>
          {data.channels.map((position) => (
            <PositionRow key={position.channelId} position={position} today={data.today} />
          ))}
        </ol>
      )}
      {data && (
        <p className={classes.ways}>
          <NameLink to={racerPage(data.racer)}>{words.racerPage}</NameLink>
          {data.more > 0 && <span>{words.more(data.more)}</span>}
        </p>
      )}
    </Panel>
  )
}

interface PositionRowProps {
  readonly position: Position
  readonly today: string
}

function PositionRow({ position, today }: PositionRowProps) {
  const { channelId, channel, points, rank, of, next, before } = position
  useLive(`everyone/channel:${channelId}`, POSITIONS_KEY)
  return (
    <li className={`${ranked.row} ${rows.row}`}>
      <RankBadge rank={rank} />
      <RowName
        picture={<ProfileImage src={channel.profileImageUrl} sizePx={PICTURE_PX} />}
        name={channel.name}
        link={(name) => <ChannelLink channel={channel}>{name}</ChannelLink>}
      />
      <span className={ranked.points}>{formatNumber(points)}</span>
      <p className={classes.note}>
        <span>{words.rank(rank, of)}</span>
        {rank !== null && before !== null && (
          <Change by={before.rank - rank} what={sinceDay(before.day, today)} />
        )}
        {next !== null && <span>{words.next(next.gap, next.rank)}</span>}
        <NameLink to={`${channelAddress(channel)}?of=today`}>{words.todaysBoard}</NameLink>
      </p>
    </li>
  )
}

const DAY_MS = 86_400_000

function sinceDay(day: string, today: string): string {
  return Date.parse(today) - Date.parse(day) === DAY_MS
    ? words.sinceYesterday
    : words.since(formatDays(day))
}
