import { exportLeaderboard } from '@rollcall/contract/leaderboards-export'
import { downloadFile } from '#api/download-file.ts'
import { Download } from '#ui/download.tsx'
import { EmbedField } from '#ui/embed-field.tsx'
import { seasonName } from '#ui/season-name.ts'
import { type LeaderboardView, searchFromView } from './leaderboard-view.ts'
import { texts } from './texts.ts'

interface TakeAwayProps {
  readonly view: LeaderboardView
  readonly season: number
}

/** The board as a file, and as a frame for other sites. */
export function TakeAway({ view, season }: TakeAwayProps) {
  const { channel, sortBy, sortOrder } = view
  // A file and a frame have all pages, and their own season.
  const search = searchFromView({ ...view, season: null, page: 1 }).toString()
  return (
    <>
      <EmbedField
        path={`/embed/seasons/${season}${search === '' ? '' : `?${search}`}`}
        name={`${texts.title}, ${seasonName(season)}`}
      />
      <Download
        what={texts.title}
        fileName={`season-${season}`}
        load={(format, options) =>
          downloadFile(exportLeaderboard, {
            query: { season: String(season), channel, sortBy, sortOrder, format },
            ...options,
          })
        }
      />
    </>
  )
}
