/** What a share picture shows of an event, a game, a racer, a channel or a season: only what everybody may see. */
export const CARD_WIDTH = 1200
export const CARD_HEIGHT = 630

export interface CardRacer {
  /** The `racer_name`, from which we draw the marble and make the link to the racer. */
  key: string
  /** The name to show. */
  name: string
  /** The marble's colour, RRGGBBAA; null if the colour follows from the name. */
  color: string | null
  rank: number
  points: string
}

export type Card = {
  /** The event's name, the game's map, the channel's or season's name, or the board that a racer is on. */
  title: string
  /** One line that describes it. */
  about: string
  /** Product and host. */
  site: string
} /** Nothing is uncovered, nobody won, or a racer has no rank. */ & (
  | { kind: 'announcement' }
  /** The first uncovered racers, below the ranks that are still hidden. */
  | { kind: 'board'; racers: readonly CardRacer[]; covered: number }
  /** `more`: how many others on the podium there is no room for. */
  | { kind: 'podium'; racers: readonly CardRacer[]; more: number; unit?: CardUnit }
  | { kind: 'racer'; racer: CardRacer; of: number; unit?: CardUnit }
)

/** What is counted; absent: points. */
type CardUnit = 'points' | 'levels'
