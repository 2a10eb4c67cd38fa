import { exportLeaderboard } from '@rollcall/contract/leaderboards-export'
import { addressOf, cardOf, embedOf, PAGES } from '@rollcall/contract/pages'
import { exportSeasonDays, type SeasonSpan } from '@rollcall/contract/seasons'
import { downloadFile } from '#api/download-file.ts'
import { Download } from '#ui/download.tsx'
import { seasonAddress } from '#ui/links.tsx'
import { seasonName } from '#ui/season-name.ts'
import { SharePanel } from '#ui/share-panel.tsx'
import { type LeaderboardView, searchFromLeaderboardView } from './leaderboard-view.ts'
import { texts } from './texts.ts'

interface TakeAwayProps {
  readonly board: LeaderboardView | SeasonSpan
  readonly season: number
}

/** The board's address and picture, and the board as a frame for other sites and as a file. */
export function TakeAway({ board, season }: TakeAwayProps) {
  const embed = addressOf(embedOf(PAGES.season), { season })
  const picture = addressOf(cardOf(PAGES.season), { season })
  const { title, sharing } = texts
  if (typeof board === 'string') {
    // A week or month that the address does not name goes on with the days.
    const search = `?${new URLSearchParams({ of: board })}`
    const fileName = `season-${season}-${board}`
    return (
      <>
        <SharePanel
          title={sharing.daysTitle}
          page={seasonAddress(season) + search}
          picture={picture + search}
          alt={sharing.picture(seasonName(season))}
          fileName={`${fileName}.png`}
          embed={{ path: embed + search, name: `${title}, ${seasonName(season)}` }}
        />
        <Download
          what={sharing.days}
          fileName={fileName}
          load={(format, options) =>
            downloadFile(exportSeasonDays, {
              params: { season: String(season) },
              token: null,
              query: { of: board, format },
              ...options,
            })
          }
        />
      </>
    )
  }
  const { channel, sortBy, sortOrder } = board
  // A file and a frame have all pages, and their own season.
  const search = searchFromLeaderboardView({ ...board, season: null, page: 1 }).toString()
  return (
    <>
      <SharePanel
        title={sharing.title}
        page={seasonAddress(season)}
        picture={picture}
        alt={sharing.picture(seasonName(season))}
        fileName={`season-${season}.png`}
        embed={{
          path: embed + (search && `?${search}`),
          name: `${title}, ${seasonName(season)}`,
        }}
      />
      <Download
        what={title}
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
