/** What a share picture says; of an event's rows only what everybody may see. */
export const CARD_WIDTH = 1200
export const CARD_HEIGHT = 630

export interface CardRacer {
  /** The `racer_name`: of it the marble is drawn, and a link to the racer made. */
  key: string
  /** As it is shown. */
  name: string
  /** Of the marble, RRGGBBAA; null: the name decides. */
  color: string | null
  rank: number
  points: string
}

export type Card = {
  event: string
  /** A line about the event. */
  about: string
  /** Product and host. */
  site: string
} & (
  | { kind: 'announcement' }
  /** Some of the uncovered ones, below the last rank that is still hidden. */
  | { kind: 'board'; racers: readonly CardRacer[]; covered: number }
  /** `more`: how many others are on the podium, for whom there is no room. */
  | { kind: 'podium'; racers: readonly CardRacer[]; more: number }
  | { kind: 'racer'; racer: CardRacer; of: number }
)
