import { Download } from '#ui/download.tsx'
import { EmbedField } from '#ui/embed-field.tsx'
import { Panel } from '#ui/panel.tsx'
import { seasonName } from '#ui/season-name.ts'
import { type LeaderboardView, searchFromView } from './leaderboard-view.ts'
import { downloadLeaderboard, type Season } from './queries.ts'
import classes from './take-away.module.css'
import { texts } from './texts.ts'

interface TakeAwayProps {
  readonly view: LeaderboardView
  readonly season: Season
}

/** The board as a file, and as a frame for other sites. */
export function TakeAway({ view, season: { id } }: TakeAwayProps) {
  // A file and a frame have all pages, and their own season.
  const search = searchFromView({ ...view, season: null, page: 1 }).toString()
  return (
    <div className={classes.panel}>
      <Panel title={texts.takeAway.title}>
        <EmbedField
          path={`/embed/seasons/${id}${search === '' ? '' : `?${search}`}`}
          name={`${texts.title}, ${seasonName(id)}`}
        />
        <Download
          what={texts.takeAway.board}
          fileName={`season-${id}`}
          load={(format, options) => downloadLeaderboard(view, id, { format, ...options })}
        />
      </Panel>
    </div>
  )
}
