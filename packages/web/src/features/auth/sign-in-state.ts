/** The random value that ties the platform's answer to the tab that asked. */

const STATE_KEY = 'signInState'
const STATE_BYTES = 16

export function createSignInState(): string {
  const state = Array.from(crypto.getRandomValues(new Uint8Array(STATE_BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  sessionStorage.setItem(STATE_KEY, state)
  return state
}

/** Good for one look: whatever comes of it, the next answer needs a new sign-in. */
export function claimSignInState(): string | null {
  const state = sessionStorage.getItem(STATE_KEY)
  sessionStorage.removeItem(STATE_KEY)
  return state
}
