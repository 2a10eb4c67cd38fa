import type { FrontDoor } from './front-door.ts'

/** A part of the demo. A step that was cut off runs again from its start, so it must bear that. */
export interface DemoStep {
  /** Written down once the step is done; another name makes the step run again. */
  name: string
  /** What the waiting are told. */
  title: string
  fill(given: DemoGiven): Promise<void>
}

export interface DemoGiven {
  frontDoor: FrontDoor
  /** The day on which the filling began: also after a break the league is that of one day. */
  today: Date
  say: (line: string) => void
}
