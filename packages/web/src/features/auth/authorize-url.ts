import type { Site } from '@rollcall/contract/auth'
import { CALLBACK_PATH } from './platform-answer.ts'

interface AuthorizeRequest {
  readonly site: Pick<Site, 'authorizeUrl' | 'clientId' | 'redirectUri' | 'scope'>
  readonly state: string
  /** The page's own origin: where a relative address starts, and where the platform sends back to. */
  readonly origin: string
}

/** The address of the platform's authorise page for an implicit grant. */
export function authorizeUrlOf({ site, state, origin }: AuthorizeRequest): string {
  const url = new URL(site.authorizeUrl, origin)
  url.searchParams.set('response_type', 'token')
  url.searchParams.set('client_id', site.clientId)
  url.searchParams.set('redirect_uri', site.redirectUri ?? origin + CALLBACK_PATH)
  url.searchParams.set('scope', site.scope)
  url.searchParams.set('state', state)
  return url.href
}
