import { AnswerPanel, type AwaitedAnswer } from '#ui/answer-panel.tsx'
import { ChannelRows } from '#ui/board/channel-rows.tsx'
import { RankChange } from '#ui/board/rank-change.tsx'
import rows from '#ui/board/row-list.module.css'
import { texts as boardTexts } from '#ui/board/texts.ts'
import { FirstFew } from '#ui/first-few.tsx'
import { formatNumber } from '#ui/format-number.ts'
import { seasonName } from '#ui/season-name.ts'
import type { ChannelRanks } from './queries.ts'
import { texts } from './texts.ts'

const { channels: words } = texts
const FIRST = 5

interface ChannelRanksPanelProps {
  readonly answer: AwaitedAnswer<ChannelRanks>
  readonly season: number
  readonly racer: string
  /** YYYY-MM-DD. */
  readonly today: string
}

/** Where the racer is on each channel, and where they were at the close of the last day that they played. */
export function ChannelRanksPanel(props: ChannelRanksPanelProps) {
  const { answer, season, racer, today } = props
  const title = words.title(seasonName(season))
  return (
    <AnswerPanel title={title} answer={answer} height="8rem">
      {({ channels, more }) =>
        channels.length === 0 ? (
          <p>{words.none}</p>
        ) : (
          <>
            <FirstFew items={channels} first={FIRST} all={words.all}>
              {(shown) => (
                <ChannelRows
                  label={title}
                  isOrder={false}
                  racer={racer}
                  channels={shown.map(({ channel, points, rank, ...row }) => ({
                    ...channel,
                    rank,
                    figure: formatNumber(points),
                    note: <Note rank={rank} today={today} {...row} />,
                  }))}
                />
              )}
            </FirstFew>
            {more > 0 && <p>{words.more(more)}</p>}
          </>
        )
      }
    </AnswerPanel>
  )
}

type NoteProps = Pick<
  ChannelRanks['channels'][number],
  'rank' | 'of' | 'before' | 'isShared' | 'isOff'
> & { readonly today: string }

function Note({ rank, of, before, isShared, isOff, today }: NoteProps) {
  if (isOff) {
    return <span className={rows.facts}>{boardTexts.own.off}</span>
  }
  return (
    <span className={rows.facts}>
      <span>
        {words.of(of)}
        {isShared && `, ${boardTexts.own.shared}`}
        {before !== null && rank !== null && (
          <>
            {' · '}
            <RankChange rank={rank} before={before} today={today} />
          </>
        )}
      </span>
    </span>
  )
}
