import { signOut } from '@rollcall/contract/auth'
import { PAGES } from '@rollcall/contract/pages'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { callApi } from '#api/call-api.ts'
import { clearSession, findSessionToken } from '#api/session.ts'
import classes from './auth-pages.module.css'
import { texts } from './texts.ts'

/** How long the page waits for the server to end the session; the call continues without the page. */
const MAX_WAIT_MS = 3_000

/** The browser forgets the session first, so that going back before the answer leaves nothing behind. */
async function endSession(): Promise<void> {
  const token = findSessionToken()
  clearSession()
  if (token === null) return
  const revoked = callApi(signOut, { keepalive: true, token }).catch(() => undefined)
  await Promise.race([revoked, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))])
}

export function LogoutPage() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  useEffect(() => {
    let isCurrent = true
    queryClient.clear()
    void endSession().then(() => {
      if (isCurrent) void navigate(PAGES.login.path, { replace: true })
    })
    return () => {
      isCurrent = false
    }
  }, [navigate, queryClient])
  return (
    <main className={classes.backdrop}>
      <h1 className={classes.passing} tabIndex={-1}>
        {texts.loggingOut}
      </h1>
    </main>
  )
}
