import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Outlet } from 'react-router'
import { ApiError } from '#api/api-error.ts'
import { currentUserQuery } from '#api/current-user.ts'
import { findSessionToken } from '#api/session.ts'
import { DEFAULT_PRODUCT_NAME, siteQuery } from '#features/auth/site.ts'
import { Notice } from '#ui/notice.tsx'
import { MenuDrawer } from './menu-drawer.tsx'
import { PlainFrame } from './plain-frame.tsx'
import classes from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'

/** The frame of every page for people who are signed in; a plain one where nobody is. */
export function Shell() {
  if (findSessionToken() === null) {
    return (
      <PlainFrame>
        <Outlet />
      </PlainFrame>
    )
  }
  return <SignedInShell />
}

function SignedInShell() {
  const user = useQuery(currentUserQuery)
  const { data: site } = useQuery(siteQuery)
  const [isMenuOpen, setIsMenuOpen] = useState(false)

  const productName = site?.productName ?? DEFAULT_PRODUCT_NAME
  const sidebar = (
    <Sidebar productName={productName} admin={user.data?.isAdmin && site ? site : null} />
  )
  const isRefused = user.error instanceof ApiError && user.error.isUnauthorized
  return (
    <div className={classes.shell}>
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      <TopBar user={user.data} isMenuOpen={isMenuOpen} onOpenMenu={() => setIsMenuOpen(true)} />
      <aside className={classes.side}>{sidebar}</aside>
      <MenuDrawer isOpen={isMenuOpen} onClose={() => setIsMenuOpen(false)}>
        {sidebar}
      </MenuDrawer>
      <main id="main" tabIndex={-1} className={classes.main}>
        {user.isError && !isRefused && (
          <div className={classes.notice}>
            <Notice message={`Error: ${user.error.message}`} onRetry={() => void user.refetch()} />
          </div>
        )}
        <Outlet />
      </main>
    </div>
  )
}
