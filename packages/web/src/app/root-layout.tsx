import { useEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import classes from './root-layout.module.css'

/** What every page shares: focus after navigation, scroll position, progress. */
export function RootLayout() {
  const { pathname } = useLocation()
  const shownPath = useRef(pathname)
  useEffect(() => {
    if (shownPath.current === pathname) return
    shownPath.current = pathname
    document.querySelector<HTMLElement>('h1[tabindex="-1"]')?.focus({ preventScroll: true })
  }, [pathname])

  const isNavigating = useNavigation().state !== 'idle'
  return (
    <>
      {isNavigating && <div className={classes.progress} aria-hidden="true" />}
      <Outlet />
      <ScrollRestoration />
    </>
  )
}

/** Shown while the first page's script is on its way. */
export function FirstLoad() {
  return (
    <main className={classes.firstLoad} aria-busy="true">
      <h1>Loading...</h1>
    </main>
  )
}
