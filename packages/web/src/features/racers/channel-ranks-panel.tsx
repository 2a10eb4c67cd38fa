import type { Racer } from '@rollcall/scoring/racer'
import { useQuery } from '@tanstack/react-query'
import { AnswerPanel } from '#ui/answer-panel.tsx'
import { ChannelRows } from '#ui/board/channel-rows.tsx'
import { Change } from '#ui/figures.tsx'
import { formatDays } from '#ui/format-instant.ts'
import { formatNumber } from '#ui/format-number.ts'
import layout from '#ui/page.module.css'
import { seasonName } from '#ui/season-name.ts'
import { type ChannelRanks, channelRanksQuery } from './queries.ts'
import { texts } from './texts.ts'

const { channels: words } = texts

interface ChannelRanksPanelProps {
  readonly racer: Racer
  readonly season: number
}

/** Where the racer is on each channel, and where they were a week ago. */
export function ChannelRanksPanel({ racer, season }: ChannelRanksPanelProps) {
  const answer = useQuery(channelRanksQuery(racer))
  const title = words.title(seasonName(season))
  return (
    <AnswerPanel title={title} answer={answer} height="8rem">
      {({ channels, more }) =>
        channels.length === 0 ? (
          <p>{words.none}</p>
        ) : (
          <>
            <ChannelRows
              label={title}
              channels={channels.map(({ channel, points, rank, ...row }) => ({
                ...channel,
                rank,
                figure: formatNumber(points),
                note: <Note rank={rank} {...row} />,
              }))}
            />
            {more > 0 && <p>{words.more(more)}</p>}
          </>
        )
      }
    </AnswerPanel>
  )
}

type NoteProps = Pick<ChannelRanks['channels'][number], 'rank' | 'of' | 'before'>

function Note({ rank, of, before }: NoteProps) {
  return (
    <span className={layout.note}>
      {words.of(of)}
      {' · '}
      {before === null || rank === null ? (
        words.first
      ) : (
        <Change by={before.rank - rank} what={words.since(formatDays(before.day))} />
      )}
    </span>
  )
}
