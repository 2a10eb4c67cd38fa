/** What racers have earned. docs/scoring.md, Badges. */
import { CHAMPION_COLUMNS, GAME_BADGES, TITLE_BADGES } from '@rollcall/scoring/badges'
import * as z from 'zod/mini'
import { ChannelLabel, MapLabel } from './endpoint.ts'
import { GameMode } from './games.ts'

export const Badge = z.object({
  key: z.enum([...GAME_BADGES, ...TITLE_BADGES]),
  /** When it was first given. */
  givenAt: z.string(),
  /** The game that earned it; null if a season or an event earned it. */
  game: z.nullable(
    z.object({
      id: z.number(),
      mode: GameMode,
      finishedAt: z.string(),
      channel: ChannelLabel,
      map: z.nullable(MapLabel),
    }),
  ),
  /** Marbles in the game of a `large-field-win`. */
  field: z.optional(z.number()),
  /** Kills in the game of `five-kills`. */
  kills: z.optional(z.number()),
  /** The first day of `seven-days`, YYYY-MM-DD. */
  firstDay: z.optional(z.string()),
  /** The season of a `season-champion`. */
  season: z.optional(z.number()),
  /** The column of the streamers' board; missing for a racer who had the most points on the channel. */
  column: z.optional(z.enum(CHAMPION_COLUMNS)),
  channel: z.optional(ChannelLabel),
  /** What the column counts, or event points. */
  value: z.optional(z.number()),
  /** The event of an `event-winner`; its public page is at /e/{token}. */
  event: z.optional(z.object({ name: z.string(), token: z.string() })),
  /** The league of a `league-champion`; its public page is at /s/{token}. */
  league: z.optional(z.object({ name: z.string(), token: z.string() })),
  /** The name of the team with which they won it. */
  team: z.optional(z.string()),
  /** The time of a `record-holder`. */
  seconds: z.optional(z.number()),
})
export type Badge = z.infer<typeof Badge>
