import { signOut } from '@rollcall/contract/auth'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { callApi } from '#api/call-api.ts'
import { clearSession, findSessionToken } from '#api/session.ts'
import classes from './auth-pages.module.css'

/** How long leaving waits for the server to end the session; the call itself goes on without the page. */
const MAX_WAIT_MS = 3_000

async function endSession(): Promise<void> {
  if (findSessionToken() === null) return
  const revoked = callApi(signOut, { keepalive: true }).catch(() => undefined)
  await Promise.race([revoked, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))])
}

export function LogoutPage() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  useEffect(() => {
    let isCurrent = true
    void endSession().then(() => {
      if (!isCurrent) return
      clearSession()
      queryClient.clear()
      void navigate('/login', { replace: true })
    })
    return () => {
      isCurrent = false
    }
  }, [navigate, queryClient])
  return (
    <main className={classes.backdrop}>
      <h1 className={classes.passing} tabIndex={-1}>
        Logging out...
      </h1>
    </main>
  )
}
