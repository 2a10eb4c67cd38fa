import { signIn } from '@rollcall/contract/auth'
import { callApi } from '#api/call-api.ts'
import { startSession } from '#api/session.ts'
import type { PlatformAnswer } from './platform-answer.ts'
import { claimSignInState } from './sign-in-state.ts'

export type SignInOutcome = 'signed-in' | 'nothing-to-do' | 'failed'

/** Turns the platform's answer into a session. */
export async function finishSignIn(answer: PlatformAnswer | null): Promise<SignInOutcome> {
  const expectedState = claimSignInState()
  if (!answer?.accessToken) return answer?.isRefusal ? 'failed' : 'nothing-to-do'
  try {
    if (expectedState === null || answer.state !== expectedState) {
      throw new Error('This sign-in was not started here.')
    }
    const { token } = await callApi(signIn, {
      params: { platform: 'twitch' },
      token: answer.accessToken,
    })
    startSession(token)
    return 'signed-in'
  } catch {
    // biome-ignore lint/suspicious/noConsole: asked for to the letter (spec.md section 8); says nothing secret.
    console.error('User creation failed')
    return 'failed'
  }
}
