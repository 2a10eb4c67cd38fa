import type { ShowView } from '@rollcall/contract/show-view'

/** When the event's show is to begin; null: nobody has said so, or that hour has passed. */
export function comingShow({ event: { showAt } }: ShowView, now: number): string | null {
  return showAt !== null && now < Date.parse(showAt) ? showAt : null
}
