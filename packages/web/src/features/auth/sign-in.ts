/** Signing in: to the streaming platform, and back with its answer. */

import { type SignInWay, type Site, signIn } from '@rollcall/contract/auth'
import { PAGES } from '@rollcall/contract/pages'
import { DEFAULT_PLATFORM, SIGN_IN_PLATFORMS } from '@rollcall/scoring/platforms'
import { callApi } from '#api/call-api.ts'
import { keepReturn, startSession } from '#api/session.ts'
import { tabStore } from '#storage'
import type { PlatformAnswer } from './platform-answer.ts'

/** The login page's state, kept in its history entry so that it survives a reload. */
export interface LoginState {
  readonly hasFailed: boolean
  /** The page that required the sign-in; null: none did. */
  readonly returnTo: string | null
}

export function readLoginState(state: unknown): LoginState {
  const { hasFailed = false, returnTo = null } = (state ?? {}) as Partial<LoginState>
  return { hasFailed, returnTo }
}

export function goToPlatform(site: Site, way: SignInWay, returnTo: string | null): void {
  keepReturn('platform', returnTo)
  const state = createSignInState(way.platform)
  location.assign(makeAuthorizeUrl({ site, way, state, origin: location.origin }))
}

const STATE_KEY = 'signInState'
const PLATFORM_KEY = 'signInPlatform'
const STATE_BYTES = 16

/** The random value that ties the platform's answer to the tab that asked. */
function createSignInState(platform: SignInWay['platform']): string {
  const state = Array.from(crypto.getRandomValues(new Uint8Array(STATE_BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  tabStore.write(STATE_KEY, state)
  tabStore.write(PLATFORM_KEY, platform)
  return state
}

/** Can be read only once: whatever happens, the next answer needs a new sign-in. */
function claimSignInState(): string | null {
  const state = tabStore.read(STATE_KEY)
  tabStore.remove(STATE_KEY)
  return state
}

interface AuthorizeRequest {
  readonly site: Pick<Site, 'redirectUri'>
  readonly way: Pick<SignInWay, 'authorizeUrl' | 'clientId' | 'scope'>
  readonly state: string
  /** The page's own origin: the base of a relative authorisation address, and the default address to return to. */
  readonly origin: string
}

export function makeAuthorizeUrl({ site, way, state, origin }: AuthorizeRequest): string {
  const url = new URL(way.authorizeUrl, origin)
  url.searchParams.set('response_type', 'token')
  url.searchParams.set('client_id', way.clientId)
  url.searchParams.set('redirect_uri', site.redirectUri ?? origin + PAGES.callback.path)
  url.searchParams.set('scope', way.scope)
  url.searchParams.set('state', state)
  return url.href
}

function findAskedPlatform(): SignInWay['platform'] {
  const asked = tabStore.read(PLATFORM_KEY)
  return SIGN_IN_PLATFORMS.find((platform) => platform === asked) ?? DEFAULT_PLATFORM
}

type SignInOutcome = 'signed-in' | 'nothing-to-do' | 'failed'

export async function finishSignIn(answer: PlatformAnswer | null): Promise<SignInOutcome> {
  const expectedState = claimSignInState()
  if (!answer?.accessToken) return answer?.isRefusal ? 'failed' : 'nothing-to-do'
  try {
    if (expectedState === null || answer.state !== expectedState) {
      throw new Error('This sign-in was not started here.')
    }
    const { token } = await callApi(signIn, {
      params: { platform: findAskedPlatform() },
      token: answer.accessToken,
    })
    if (token === '') throw new Error('The answer has no token.')
    startSession(token)
    return 'signed-in'
  } catch {
    // biome-ignore lint/suspicious/noConsole: the specification asks for this line; it contains nothing secret.
    console.error('User creation failed')
    return 'failed'
  }
}
