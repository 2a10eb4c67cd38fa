import { makeCrowd, STREAMERS } from './crowd.ts'
import type { DemoGiven } from './demo-step.ts'

/** The person in the crowd who hides their name. */
export const HIDING_RACER = makeCrowd()[STREAMERS.length]?.login ?? ''

export async function fillHiddenName({ apiClient, say }: DemoGiven): Promise<void> {
  const racer = await apiClient.signIn(HIDING_RACER)
  await apiClient.call('/api/account/hidden-name', racer, undefined, 'PUT')
  await apiClient.signOut(racer)
  say(`  ${HIDING_RACER} is a hidden racer to everybody else`)
}
