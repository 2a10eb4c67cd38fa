import { CloseButton } from '@mantine/core'
import type { KnownUser } from '@rollcall/contract/auth'
import { PAGES } from '@rollcall/contract/pages'
import { IconLogout, IconMenu2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { ApiError } from '#api/api-error.ts'
import { currentUserQuery } from '#api/current-user.ts'
import { findSessionToken } from '#api/session.ts'
import { DEFAULT_PRODUCT_NAME, siteQuery } from '#features/auth/site.ts'
import { SearchBox } from '#features/search/search-box.tsx'
import { ColorSchemeSwitch } from '#ui/color-scheme-switch.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Row } from '#ui/layout/layout.tsx'
import { useDialog } from '#ui/modal.tsx'
import { Notice } from '#ui/notice.tsx'
import { ForeignName, ProfileImage } from '#ui/person.tsx'
import { streamerName } from '#ui/streamer-name.ts'
import { texts as ui } from '#ui/texts.ts'
import { PublicFrame } from './public-frame.tsx'
import classes from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { MAIN, SkipLink } from './skip-link.tsx'
import { texts } from './texts.ts'

const { shell } = texts

/** The frame of every page for signed-in people; a light one for everybody else. */
export function Shell() {
  if (findSessionToken() === null) {
    return (
      <PublicFrame>
        <Outlet />
      </PublicFrame>
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
    <Sidebar
      productName={productName}
      admin={
        user.data?.isAdmin && site ? { ...site, openReports: user.data.openReports ?? 0 } : null
      }
    />
  )
  // After a 401 another page is on its way.
  const failure = user.error instanceof ApiError && user.error.status === 401 ? null : user.error
  return (
    <div className={classes.shell}>
      <SkipLink />
      <TopBar
        user={user.data}
        hasFailed={user.isError}
        isMenuOpen={isMenuOpen}
        onOpenMenu={() => setIsMenuOpen(true)}
      />
      <div className={classes.side}>{sidebar}</div>
      <MenuDrawer isOpen={isMenuOpen} onClose={() => setIsMenuOpen(false)}>
        {sidebar}
      </MenuDrawer>
      <main {...MAIN} className={classes.main}>
        {failure && (
          <div className={classes.notice}>
            <Notice message={ui.error(failure.message)} onRetry={() => void user.refetch()} />
          </div>
        )}
        <Outlet />
      </main>
    </div>
  )
}

interface TopBarProps {
  readonly user: KnownUser | undefined
  readonly hasFailed: boolean
  readonly isMenuOpen: boolean
  readonly onOpenMenu: () => void
}

function TopBar({ user, hasFailed, isMenuOpen, onOpenMenu }: TopBarProps) {
  return (
    <Row as="header" wrap={false} className={classes.bar}>
      <IconButton
        isLarge
        className={classes.burger}
        aria-label={shell.openMenu}
        aria-expanded={isMenuOpen}
        aria-haspopup="dialog"
        onClick={onOpenMenu}
      >
        <IconMenu2 size={24} aria-hidden />
      </IconButton>
      <SearchBox />
      <Link to={PAGES.dashboard.path} className={classes.user} title={shell.yourDashboard}>
        {user ? (
          <ProfileImage src={user.profile_image_url ?? null} sizePx={36} />
        ) : (
          <span className={classes.emptyPicture} />
        )}
        <ForeignName>
          {user ? streamerName(user) : hasFailed ? shell.noName : ui.loading}
        </ForeignName>
      </Link>
      <ColorSchemeSwitch />
      <Link to={PAGES.logout.path} className={classes.logout}>
        <IconLogout size={18} stroke={1.7} aria-hidden />
        <span>{shell.logout}</span>
      </Link>
    </Row>
  )
}

interface MenuDrawerProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The sidebar on narrow screens. */
function MenuDrawer({ isOpen, onClose, children }: MenuDrawerProps) {
  const dialog = useDialog(isOpen, onClose)
  const { key } = useLocation()
  const closeAfterNavigation = useEffectEvent((_: string) => onClose())
  useEffect(() => closeAfterNavigation(key), [key])

  return (
    <dialog
      {...dialog}
      className={classes.drawer}
      aria-label={shell.menu}
      onPointerDown={(event) => {
        // Only the backdrop is the dialog itself; everything else is inside the content.
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div className={classes.content}>
        <CloseButton
          className={classes.close ?? ''}
          size="lg"
          aria-label={shell.closeMenu}
          onClick={onClose}
        />
        {isOpen && children}
      </div>
    </dialog>
  )
}
