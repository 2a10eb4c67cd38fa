import { exportLeaderboard } from '@rollcall/contract/leaderboards-export'
import { downloadFile } from '#api/download-file.ts'
import { Download } from '#ui/download.tsx'
import { seasonAddress } from '#ui/links.tsx'
import { seasonName } from '#ui/season-name.ts'
import { SharePanel } from '#ui/share-panel.tsx'
import { type LeaderboardView, searchFromLeaderboardView } from './leaderboard-view.ts'
import { texts } from './texts.ts'

interface TakeAwayProps {
  readonly view: LeaderboardView
  readonly season: number
}

/** The season's address and picture, and the board as a frame for other sites and as a file. */
export function TakeAway({ view, season }: TakeAwayProps) {
  const { channel, sortBy, sortOrder } = view
  const page = seasonAddress(season)
  // A file and a frame have all pages, and their own season.
  const search = searchFromLeaderboardView({ ...view, season: null, page: 1 }).toString()
  return (
    <>
      <SharePanel
        title={texts.sharing.title}
        page={page}
        picture={`${page}/card.png`}
        alt={texts.sharing.picture(seasonName(season))}
        fileName={`season-${season}.png`}
        embed={{
          path: `/embed/seasons/${season}${search === '' ? '' : `?${search}`}`,
          name: `${texts.title}, ${seasonName(season)}`,
        }}
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
