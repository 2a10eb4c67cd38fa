import { addressOf, PAGES } from '@rollcall/contract/pages'
import { getPublicShow } from '@rollcall/contract/show-links'
import type { ShowView } from '@rollcall/contract/show-view'
import { useCallback } from 'react'
import { callApi } from '#api/call-api.ts'
import { texts as shows } from '#features/show/public/texts.ts'
import { newestView, revealState, stageRows } from '#features/show/show-rows.ts'
import { useRevealMotion } from '#ui/board/use-reveal-motion.ts'
import { pointsFormat } from '#ui/format-number.ts'
import { captionOf } from '../event-overlay.tsx'
import { useFollowed } from '../use-followed.ts'
import classes from './embed.module.css'
import { EmbedFrame, EmbedState } from './embed-frame.tsx'
import { EmbedRacers } from './embed-rows.tsx'

/** What viewers see of an event's board: what its show has uncovered so far. */
export function EventEmbed({ token }: { readonly token: string }) {
  const load = useCallback(
    () => callApi(getPublicShow, { params: { token }, token: null }),
    [token],
  )
  const { view, isGone } = useFollowed({ topic: `link/show:${token}`, load, take: newestView })
  return view === null ? (
    <EmbedState isGone={isGone} />
  ) : (
    <EmbedFrame
      title={view.event.name}
      caption={captionOf(view)}
      page={addressOf(PAGES.event, { token })}
    >
      {view.scene === 'before' ? (
        <p className={classes.state}>{shows.before.title}</p>
      ) : (
        <Rows view={view} />
      )}
    </EmbedFrame>
  )
}

function Rows({ view }: { readonly view: ShowView }) {
  const motion = useRevealMotion(revealState(view))
  return (
    <EmbedRacers
      label={view.event.name}
      racers={stageRows({ rows: view.rows, held: view.held })}
      formatPoints={pointsFormat(view)}
      motion={motion}
    />
  )
}
