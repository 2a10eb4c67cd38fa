import type { ApiClient } from './api-client.ts'

/** A part of the demo. An interrupted step starts over, so running it twice must be safe. */
export interface DemoStep {
  /** Recorded once the step is done; under a new name the step runs again. */
  name: string
  title: string
  fill(given: DemoGiven): Promise<void>
}

export interface DemoGiven {
  apiClient: ApiClient
  /** The day on which filling began, even after a restart. */
  today: Date
  say: (line: string) => void
  /** Does something as if it were so many days ago. */
  daysAgo: (days: number, act: () => Promise<void>) => Promise<void>
}
