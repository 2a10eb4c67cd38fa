/**
 * The frames of pages for people who are not signed in. They make no call until somebody searches: they show what is
 * known.
 */
import { PAGES } from '@rollcall/contract/pages'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { findSessionToken, useSessionToken } from '#api/session.ts'
import type { LoginState } from '#features/auth/sign-in.ts'
import { DEFAULT_PRODUCT_NAME, siteQuery } from '#features/auth/site.ts'
import { SearchBox } from '#features/search/search-box.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { ColorSchemeSwitch } from '#ui/color-scheme-switch.tsx'
import { Row } from '#ui/layout/layout.tsx'
import { MarbleMark } from '#ui/marble-mark.tsx'
import classes from './public-frame.module.css'
import { SiteLinks } from './site-links.tsx'
import { MAIN, SkipLink } from './skip-link.tsx'
import { texts } from './texts.ts'

interface FrameProps {
  readonly children: ReactNode
}

/** Around a page that says one thing, in the middle. */
export function PlainFrame({ children }: FrameProps) {
  return (
    <div className={classes.frame}>
      <SkipLink />
      <TopBar />
      <main {...MAIN} className={classes.middle}>
        {children}
      </main>
    </div>
  )
}

/** The frame of a public page for people who are not signed in. */
export function PublicFrame({ children }: FrameProps) {
  return (
    <div className={classes.frame}>
      <SkipLink />
      <TopBar links={<SiteLinks />}>
        <LoginLink />
      </TopBar>
      <main {...MAIN} className={classes.page}>
        {children}
      </main>
    </div>
  )
}

interface TopBarProps {
  readonly links?: ReactNode
  readonly children?: ReactNode
}

function TopBar({ links, children }: TopBarProps) {
  const { data: site } = useQuery({ ...siteQuery, enabled: false })
  return (
    <Row as="header" gap="0/sm" className={classes.bar}>
      <Link
        to={findSessionToken() === null ? PAGES.front.path : PAGES.dashboard.path}
        className={classes.brand ?? ''}
      >
        <MarbleMark sizePx={30} />
        <span>{site?.productName ?? DEFAULT_PRODUCT_NAME}</span>
      </Link>
      {links && <div className={classes.links}>{links}</div>}
      <SearchBox />
      {children}
      <ColorSchemeSwitch />
    </Row>
  )
}

/** Leads back to the page that is shown. */
function LoginLink() {
  const { pathname, search } = useLocation()
  const isSignedIn = useSessionToken() !== null
  const state: LoginState = { hasFailed: false, returnTo: pathname + search }
  return (
    !isSignedIn && (
      <ButtonLink to={PAGES.login.path} state={state} variant="default" className={classes.login}>
        {texts.pages.login}
      </ButtonLink>
    )
  )
}
