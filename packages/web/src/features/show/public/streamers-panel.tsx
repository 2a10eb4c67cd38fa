import type { PublicStreamer } from '@rollcall/contract/show-links'
import badge from '#ui/badge.module.css'
import { RankBadge } from '#ui/board/rank-badge.tsx'
import ranked from '#ui/board/ranked-row.module.css'
import rowList from '#ui/board/row-list.module.css'
import { RowName } from '#ui/board/row-name.tsx'
import { withUniqueKeys } from '#ui/board/unique-keys.ts'
import { alignedFormat } from '#ui/format-number.ts'
import { Quiet } from '#ui/layout/layout.tsx'
import { StreamerLink } from '#ui/links.tsx'
import { Panel } from '#ui/panel.tsx'
import { ForeignName, ProfileImage } from '#ui/person.tsx'
import { ShareBar } from '#ui/share-bar.tsx'
import classes from './streamers-panel.module.css'
import { texts } from './texts.ts'

const { streamers: words } = texts

interface StreamersPanelProps {
  readonly streamers: readonly PublicStreamer[]
  /** The event has not begun, so nobody can have run. */
  readonly isUpcoming?: boolean
  /** The show is over. */
  readonly isOver: boolean
}

/** Who has run, and, where that is no secret, whose viewers are ahead. */
export function StreamersPanel(props: StreamersPanelProps) {
  const { streamers, isOver } = props
  const ranks = rankContest(streamers)
  if (ranks.length > 1) {
    return (
      <Panel title={isOver ? words.contest : words.ahead}>
        <Quiet>{words.rule}</Quiet>
        <Contest ranks={ranks} isOver={isOver} />
        <States {...props} streamers={streamers.filter(({ contest }) => contest === null)} />
      </Panel>
    )
  }
  return (
    <Panel title={words.title}>
      <States {...props} />
    </Panel>
  )
}

interface Ranked {
  readonly streamer: PublicStreamer
  readonly points: number
  readonly racers: number
  readonly rank: number
}

/** Those with results, who come first and in order; equal points share a rank. */
function rankContest(streamers: readonly PublicStreamer[]): Ranked[] {
  const running = streamers.flatMap((streamer) =>
    streamer.contest === null ? [] : [{ streamer, ...streamer.contest }],
  )
  return running.map((each) => ({
    ...each,
    rank: 1 + running.filter(({ points }) => points > each.points).length,
  }))
}

const nameOf = ({ streamer }: Ranked) => streamer.username

interface ContestProps extends Pick<StreamersPanelProps, 'isOver'> {
  readonly ranks: readonly Ranked[]
}

function Contest({ ranks, isOver }: ContestProps) {
  const formatPoints = alignedFormat(ranks.map(({ points }) => points))
  const [leader] = ranks
  const most = leader?.points ?? 0
  const isSameField = ranks.every(({ racers }) => racers === leader?.racers)
  const factsOf = ({ streamer, points, racers }: Ranked) => [
    ...(isSameField ? [] : [texts.racers(racers)]),
    ...(points < most ? [words.behind(texts.points(most - points, formatPoints))] : []),
    ...(isOver ? [] : [words.states[streamer.state]]),
  ]
  return (
    <ol
      className={`${rowList.rows} ${ranked.wrapping}`}
      aria-label={isOver ? words.contest : words.ahead}
    >
      {withUniqueKeys(ranks, nameOf).map(({ key, item }) => (
        <li key={key} className={`${ranked.row} ${rowList.row} ${classes.contestant}`}>
          <RankBadge rank={item.rank} />
          <RowName
            picture={<ProfileImage src={item.streamer.profileImageUrl} sizePx={28} />}
            name={item.streamer.username}
            link={(name) => <StreamerLink channel={item.streamer.channel}>{name}</StreamerLink>}
          />
          <span className={ranked.points}>
            {formatPoints(item.points)}
            {most > 0 && <ShareBar share={item.points / most} />}
          </span>
          <span className={rowList.facts}>{factsOf(item).join(' · ')}</span>
        </li>
      ))}
    </ol>
  )
}

function States({ streamers, isOver, isUpcoming }: StreamersPanelProps) {
  if (streamers.length === 0) return null
  return (
    <ul className={classes.states} aria-label={words.title}>
      {withUniqueKeys(streamers, ({ username }) => username).map(({ key, item }) => (
        <li key={key}>
          <ProfileImage src={item.profileImageUrl} sizePx={28} />
          <StreamerLink channel={item.channel}>
            <ForeignName>{item.username}</ForeignName>
          </StreamerLink>
          {(isOver ? item.state === 'missing' : !isUpcoming) && (
            <span className={badge.badge} data-tone={TONES[item.state]}>
              {words.states[item.state]}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

const TONES = {
  waiting: undefined,
  running: 'good',
  'has-run': undefined,
  missing: 'past',
} as const
