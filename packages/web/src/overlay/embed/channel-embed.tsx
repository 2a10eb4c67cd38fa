import { getChannel, pageOfChannelBoard } from '@rollcall/contract/channels'
import { addressOf, PAGES } from '@rollcall/contract/pages'
import { useCallback } from 'react'
import { type Answer, callApi } from '#api/call-api.ts'
import {
  type BoardView,
  isPastDay,
  periodOf,
  searchFromChannelView,
} from '#features/channels/board-view.ts'
import { texts as channels } from '#features/channels/texts.ts'
import { formatDays } from '#ui/format-instant.ts'
import { formatNumber } from '#ui/format-number.ts'
import { periodTitle } from '#ui/period-title.ts'
import { seasonName } from '#ui/season-name.ts'
import { texts as shared } from '#ui/texts.ts'
import { useFollowed } from '../use-followed.ts'
import classes from './embed.module.css'
import { EmbedFrame, EmbedState } from './embed-frame.tsx'
import { EmbedRacers } from './embed-rows.tsx'

const { spans, modes } = channels.board

interface ChannelEmbedProps {
  /** As the address has it. */
  readonly name: string
  readonly view: BoardView
}

/** The first page of a channel's board. */
export function ChannelEmbed({ name, view }: ChannelEmbedProps) {
  const load = useCallback(() => loadChannel(name), [name])
  const { view: channel, isGone } = useFollowed({ topic: null, load })
  return channel === null ? (
    <EmbedState isGone={isGone} />
  ) : (
    <Board name={name} view={view} id={channel.id} />
  )
}

const loadChannel = (channel: string) => callApi(getChannel, { params: { channel }, token: null })

function Board({ name, view, id }: ChannelEmbedProps & { readonly id: number }) {
  const { of, mode } = view
  const load = useCallback(async () => {
    const [page, { rows, held }] = await Promise.all([
      loadChannel(name),
      callApi(pageOfChannelBoard, { params: { channel: name }, query: { of, mode }, token: null }),
    ])
    return { page, rows, held }
  }, [name, of, mode])
  const { view: board, isGone } = useFollowed({
    topic: `everyone/channel:${id}`,
    load,
    ...(isOfToday(of) && { outOfDateAt: dayEnd }),
  })
  if (board === null) {
    return <EmbedState isGone={isGone} />
  }
  const { channel } = board.page
  const span = spanName(of, board.page)
  return (
    <EmbedFrame
      title={channel.name}
      caption={mode === 'all' ? span : `${span} · ${modes[mode]}`}
      page={addressOf(PAGES.channel, { channel: name }) + searchFromChannelView(view)}
    >
      {board.held ? (
        <p className={classes.state}>{shared.board.held.afterShow(formatDays(board.held.day))}</p>
      ) : (
        <EmbedRacers
          label={channel.name}
          racers={board.rows.map((row) => ({ ...row, id: row.racer_name, points: row.score }))}
          formatPoints={formatNumber}
        />
      )}
    </EmbedFrame>
  )
}

function spanName(of: BoardView['of'], { season, today }: Answer<typeof getChannel>): string {
  const period = periodOf(of, today)
  if (period !== null) return periodTitle(period)
  if (isPastDay(of)) return formatDays(of)
  return of === 'season' ? seasonName(season) : spans[of === 'today' ? 'today' : 'lifetime']
}

const isOfToday = (of: BoardView['of']) => of === 'today' || of === 'week' || of === 'month'
const dayEnd = ({ page }: { readonly page: { readonly endsAt: string } }) => page.endsAt
