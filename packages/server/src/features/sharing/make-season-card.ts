/** The share picture of a season: its first three channels. */
import type { Config } from '../../config.ts'
import type { CachedBoard, StreamerRow } from '../boards/season.ts'
import type { ShownSeason } from '../seasons/season-page.ts'
import type { Card } from './card.ts'
import { plain, siteName } from './card-texts.ts'

const PODIUM = 3

export function makeSeasonCard(
  config: Config,
  { season, isRunning }: ShownSeason,
  { board }: CachedBoard,
): Card {
  const channels = `${numbers.format(board.size)} ${board.size === 1 ? 'channel' : 'channels'}`
  const about = {
    title: `Season ${season}`,
    about: `${isRunning ? 'Running' : 'Finished'} · ${channels}`,
    site: siteName(config),
  }
  const question = { column: 'Total Points', isAscending: false, page: 1 } as const
  const { rows } = board.page({ ...question, limit: PODIUM })
  const last = rows.at(-1)?.totalPoints
  const onPodium = board
    .list('Total Points')
    .filter(({ totalPoints }) => totalPoints >= (last ?? 0))
  return last === undefined
    ? { ...about, kind: 'announcement' }
    : {
        ...about,
        kind: 'podium',
        racers: rows.map((row) => ({
          key: row.login,
          name: plain(nameOf(row)),
          color: null,
          rank: row.rank,
          points: numbers.format(row.totalPoints),
        })),
        more: onPodium.length - rows.length,
      }
}

const numbers = new Intl.NumberFormat('en-US')
const nameOf = ({ displayName, username }: StreamerRow) => displayName ?? username
