import { normalLogin, type Racer } from '@rollcall/scoring/racer'
import { useQuery } from '@tanstack/react-query'
import { currentUserQuery } from '#api/current-user.ts'
import { useSessionToken } from '#api/session.ts'

/** The racer who is signed in; null: nobody. */
export function useVisitor(): Racer | null {
  const isSignedIn = useSessionToken() !== null
  const { data: user } = useQuery({ ...currentUserQuery, enabled: isSignedIn })
  return isSignedIn && user ? { platform: 'twitch', login: normalLogin(user.username) } : null
}
