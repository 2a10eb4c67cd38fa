/** The streaming platform's answer, which arrives in the address after its authorisation page. */
import { PAGES } from '@rollcall/contract/pages'

export interface PlatformAnswer {
  readonly accessToken: string | null
  readonly state: string | null
  /** True if the platform reports a failure, for instance because somebody declined. */
  readonly isRefusal: boolean
}

let taken: PlatformAnswer | null = null

/** Tokens arrive in the fragment; a refusal arrives in the fragment or in the query. */
export function parsePlatformAnswer(address: { hash: string; search: string }): PlatformAnswer {
  const fragment = new URLSearchParams(address.hash.replace(/^#/, ''))
  const query = new URLSearchParams(address.search)
  return {
    accessToken: fragment.get('access_token') || null,
    state: fragment.get('state') ?? query.get('state'),
    isRefusal: fragment.has('error') || query.has('error'),
  }
}

/** Moves the answer from the address and the history into memory. */
export function takePlatformAnswer(): void {
  if (location.pathname !== PAGES.callback.path) return
  taken = parsePlatformAnswer(location)
  history.replaceState(null, '', PAGES.callback.path)
}

/** Returns the answer once; after that, or if there was none, null. */
export function claimPlatformAnswer(): PlatformAnswer | null {
  const answer = taken
  taken = null
  return answer
}
