import { VisuallyHidden } from '@mantine/core'
import { PAGES } from '@rollcall/contract/pages'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { forgetSessionQueries } from '#api/current-user.ts'
import { claimReturn, pathAfterSignIn } from '#api/session.ts'
import classes from './auth-pages.module.css'
import { claimPlatformAnswer } from './platform-answer.ts'
import { finishSignIn, type LoginState } from './sign-in.ts'
import { texts } from './texts.ts'

let running: ReturnType<typeof finishSignIn> | undefined

/** The page to which the platform sends the browser back. It shows nothing and moves on as soon as possible. */
export function CallbackPage() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  useEffect(() => {
    // An answer can be used only once, but React runs effects twice in development.
    running ??= finishSignIn(claimPlatformAnswer())
    void running.then((outcome) => {
      const returnTo = claimReturn('platform')
      if (outcome === 'signed-in') {
        forgetSessionQueries(queryClient)
        return navigate(pathAfterSignIn(returnTo), { replace: true })
      }
      const state: LoginState = { hasFailed: outcome === 'failed', returnTo }
      return navigate(PAGES.login.path, { replace: true, state })
    })
  }, [navigate, queryClient])
  return (
    <main className={classes.backdrop} aria-busy="true">
      <VisuallyHidden component="h1">{texts.attempting}</VisuallyHidden>
    </main>
  )
}
