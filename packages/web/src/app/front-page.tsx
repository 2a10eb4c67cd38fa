/** What everybody sees first: the login, and beside it what is going on. */
import { lazy, Suspense } from 'react'
import { LoginPage } from '#features/auth/login-page.tsx'
import { loadPart } from '#ui/load-chunk.ts'

const nothing = () => null

/** A chunk of its own, which signing in does not wait for; if it does not load, the login is alone. */
const FrontPanels = lazy(async () => ({
  default: await loadPart(() => import('./front-panels.tsx')).then(
    (module) => module.FrontPanels,
    () => nothing,
  ),
}))

export function FrontPage() {
  return (
    <LoginPage>
      <Suspense>
        <FrontPanels />
      </Suspense>
    </LoginPage>
  )
}
