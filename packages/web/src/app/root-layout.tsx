import { useEffect, useRef } from 'react'
import { type Location, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { SearchBox } from '#features/search/search-box.tsx'
import { rememberView } from '#ui/last-view.ts'
import { SearchSlot } from '#ui/search-slot.ts'
import { texts as ui } from '#ui/texts.ts'
import classes from './root-layout.module.css'

/** What every page shares: focus after navigation, scroll position, progress. */
export function RootLayout() {
  const location = useLocation()
  const { pathname } = location
  useEffect(() => rememberView(location), [location])
  const { location: coming } = useNavigation()
  const shownPath = useRef(pathname)
  useEffect(() => {
    if (shownPath.current === pathname) return
    shownPath.current = pathname
    if (isSearching()) return
    document.querySelector<HTMLElement>('h1[tabindex="-1"]')?.focus({ preventScroll: true })
  }, [pathname])

  return (
    <SearchSlot value={SearchInPage}>
      {coming && <div className={classes.progress} aria-hidden="true" />}
      <Outlet />
      <ScrollRestoration getKey={scrollKey} />
    </SearchSlot>
  )
}

function SearchInPage(props: { readonly text?: string | undefined }) {
  return <SearchBox isInPage {...props} />
}

/** Whether somebody opened the search while the page loaded: what they type must arrive there. */
function isSearching(): boolean {
  return document.activeElement?.closest('search[data-open]') != null
}

/** The first page of every visit has the key `default`; it must not take over another page's scroll position. */
function scrollKey({ key, pathname, search }: Location): string {
  return key === 'default' ? pathname + search : key
}

/** Shown while the first page's script loads. */
export function FirstLoad() {
  return (
    <main className={classes.firstLoad} aria-busy="true">
      <h1>{ui.loading}</h1>
    </main>
  )
}
