/** The share pictures of a season: its first three channels, of all its days or of a week or month. */
import type { ResponseOf } from '@rollcall/contract/endpoint'
import type { pageOfSeasonDays } from '@rollcall/contract/seasons'
import type { Config } from '../../config.ts'
import type { CachedBoard, StreamerRow } from '../../domain/boards/season.ts'
import type { RankedDays } from '../../pages/season/season-days.ts'
import type { ShownSeason } from '../../pages/season/season-page.ts'
import type { Card } from './card.ts'
import { periodName, plain, siteName } from './card-texts.ts'

export const SEASON_PODIUM = 3

export function makeSeasonCard(
  config: Config,
  { season, isRunning }: ShownSeason,
  { board }: CachedBoard,
): Card {
  const about = {
    title: `Season ${season}`,
    about: `${isRunning ? 'Running' : 'Finished'} · ${channels(board.size)}`,
    site: siteName(config),
  }
  const question = { column: 'Total Points', isAscending: false, page: 1 } as const
  const { rows } = board.page({ ...question, limit: SEASON_PODIUM })
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

interface DaysOnCard {
  season: number
  days: RankedDays
  /** The first SEASON_PODIUM. */
  rows: ResponseOf<typeof pageOfSeasonDays>['rows']
}

export function makeSeasonDaysCard(
  config: Config,
  { season, days: { period, board, held }, rows }: DaysOnCard,
): Card {
  const about = {
    title: `Season ${season}`,
    about: [
      periodName(period),
      channels(board.size),
      ...(held > 0 ? [`${numbers.format(held)} more after a show`] : []),
    ].join(' · '),
    site: siteName(config),
  }
  const least = rows.at(-1)?.points
  return least === undefined
    ? { ...about, kind: 'announcement' }
    : {
        ...about,
        kind: 'podium',
        racers: rows.map(({ rank, channel, points }) => ({
          key: channel.login,
          name: plain(channel.name),
          color: null,
          rank,
          points: numbers.format(points),
        })),
        more: board.list('points').filter(({ points }) => points >= least).length - rows.length,
      }
}

const channels = (count: number) =>
  `${numbers.format(count)} ${count === 1 ? 'channel' : 'channels'}`
const numbers = new Intl.NumberFormat('en-US')
const nameOf = ({ displayName, username }: StreamerRow) => displayName ?? username
