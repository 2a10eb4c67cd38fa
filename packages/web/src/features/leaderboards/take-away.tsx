import { exportLeaderboard } from '@rollcall/contract/leaderboards-export'
import { downloadFile } from '#api/download-file.ts'
import { Download } from '#ui/download.tsx'
import { EmbedField } from '#ui/embed-field.tsx'
import { seasonName } from '#ui/season-name.ts'
import { type LeaderboardView, searchFromView } from './leaderboard-view.ts'
import type { Season } from './queries.ts'
import { texts } from './texts.ts'

interface TakeAwayProps {
  readonly view: LeaderboardView
  readonly season: Season
}

/** The board as a file, and as a frame for other sites. */
export function TakeAway({ view, season: { id } }: TakeAwayProps) {
  const { channel, sortBy, sortOrder } = view
  // A file and a frame have all pages, and their own season.
  const search = searchFromView({ ...view, season: null, page: 1 }).toString()
  return (
    <>
      <EmbedField
        path={`/embed/seasons/${id}${search === '' ? '' : `?${search}`}`}
        name={`${texts.title}, ${seasonName(id)}`}
      />
      <Download
        what={texts.title}
        fileName={`season-${id}`}
        load={(format, options) =>
          downloadFile(exportLeaderboard, {
            query: { season: String(id), channel, sortBy, sortOrder, format },
            ...options,
          })
        }
      />
    </>
  )
}
