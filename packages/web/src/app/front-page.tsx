/** What everybody sees first: the login, and beside it what the site is and what is going on. */
import { lazy, Suspense } from 'react'
import { LoginPage } from '#features/auth/login-page.tsx'
import { SearchBox } from '#features/search/search-box.tsx'
import { Trailer } from '#features/show/trailer/trailer.tsx'
import { loadPart } from '#ui/load-chunk.ts'
import { SiteLinks } from './site-links.tsx'
import { MAIN, SkipLink } from './skip-link.tsx'

const nothing = () => null

/** A chunk of its own, which signing in does not wait for; if it does not load, the login is alone. */
const FrontPanels = lazy(async () => ({
  default: await loadPart(() => import('./front-panels.tsx')).then(
    (module) => module.FrontPanels,
    () => nothing,
  ),
}))

/** In the language of all other pages: only the login is translated. */
export function FrontPage() {
  return (
    <LoginPage
      skip={(text) => <SkipLink text={text} />}
      main={MAIN}
      links={<SiteLinks />}
      search={<SearchBox isInPage />}
      beside={<Trailer />}
    >
      <Suspense>
        <FrontPanels />
      </Suspense>
    </LoginPage>
  )
}
