/** Where a sign-in ends. */
export const AFTER_SIGN_IN = '/dashboard'

/** What the callback tells the login page through the history entry. */
export interface LoginState {
  readonly hasFailed: boolean
}

export function hasSignInFailed(state: unknown): boolean {
  return (state as Partial<LoginState> | null)?.hasFailed === true
}
