import { getChannel, pageOfChannelBoard } from '@rollcall/contract/channels'
import { useCallback } from 'react'
import { callApi } from '#api/call-api.ts'
import { type BoardView, isPastDay, searchFromChannelView } from '#features/channels/board-view.ts'
import { texts as channels } from '#features/channels/texts.ts'
import { formatDays } from '#ui/format-instant.ts'
import { formatNumber } from '#ui/format-number.ts'
import { seasonName } from '#ui/season-name.ts'
import { useFollowed } from '../use-followed.ts'
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
    const [page, { rows }] = await Promise.all([
      loadChannel(name),
      callApi(pageOfChannelBoard, { params: { channel: name }, query: { of, mode }, token: null }),
    ])
    return { page, rows }
  }, [name, of, mode])
  const { view: board, isGone } = useFollowed({
    topic: `everyone/channel:${id}`,
    load,
    ...(of === 'today' && { outOfDateAt: dayEnd }),
  })
  if (board === null) {
    return <EmbedState isGone={isGone} />
  }
  const { channel, season } = board.page
  const span = isPastDay(of)
    ? formatDays(of)
    : of === 'season'
      ? seasonName(season)
      : spans[of === 'today' ? 'today' : 'lifetime']
  return (
    <EmbedFrame
      title={channel.name}
      caption={mode === 'all' ? span : `${span} · ${modes[mode]}`}
      page={`/c/${encodeURIComponent(name)}${searchFromChannelView(view)}`}
    >
      <EmbedRacers
        label={channel.name}
        racers={board.rows.map((row) => ({ ...row, id: row.racer_name, points: row.score }))}
        formatPoints={formatNumber}
      />
    </EmbedFrame>
  )
}

const dayEnd = ({ page }: { readonly page: { readonly endsAt: string } }) => page.endsAt
