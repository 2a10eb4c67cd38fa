/** The end of a reveal, as an example: once played by the demo. */
import type { ShowRow, ShowView } from '@rollcall/contract/show-view'
import { DEFAULT_PLATFORM } from '@rollcall/scoring/platforms'
import { MASKED_NAME } from '@rollcall/scoring/racer'
import { texts } from './texts.ts'

const NAMES_AND_POINTS: readonly (readonly [string, number])[] = [
  ['kettle_2008', 600.93],
  ['therustycanyon', 600.31],
  ['thegrumpyhammock', 573.93],
  ['maplettv', 551.41],
  ['finch_is_eager', 549.18],
  ['owl_is_lucky', 537.22],
  ['sandyacorn', 533.11],
  ['speedyboulder62', 529.22],
  ['pumpkin_2010', 516.66],
  ['zebra_1984', 504.99],
]

const ROWS: readonly ShowRow[] = NAMES_AND_POINTS.map(([racer_name, event_points], index) => ({
  id: String(index + 1),
  rank: index + 1,
  racer_name,
  event_points,
}))

const BLUR_MS = 900

/** What is shown from a moment on. The first is what the picture shows that waits for a press. */
export const MOMENTS: readonly { readonly atMs: number; readonly view: ShowView }[] = [
  { atMs: 0, view: revealed(6, 0) },
  { atMs: 300, view: revealed(5, 1) },
  { atMs: 1_600, view: revealed(4, 2) },
  { atMs: 3_000, view: { ...revealed(1, 3), scene: 'podium', reached: null } },
]

export const LENGTH_MS = 8_000

function revealed(rank: number, version: number): ShowView {
  return {
    version,
    scene: 'reveal',
    isRehearsal: false,
    event: {
      name: texts.event,
      ...{ startAt: '2026-11-17', endAt: '2026-11-18' },
      ...{ startsAt: '2026-11-17T00:00:00.000Z', endsAt: '2026-11-19T00:00:00.000Z' },
      showAt: null,
      organiser: {
        username: 'MarbleMaven',
        page: { platform: DEFAULT_PLATFORM, login: 'marblemaven' },
      },
      streamers: [],
    },
    board: null,
    startRank: null,
    reached: rank,
    blurMs: BLUR_MS,
    rowCount: 144,
    hasDecimals: true,
    rows: ROWS.map((row) =>
      row.rank < rank ? { ...row, racer_name: MASKED_NAME, event_points: null } : row,
    ),
  }
}
