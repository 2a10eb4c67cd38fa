import type { CurrentUser } from '@rollcall/contract/auth'
import { IconLogout, IconMenu2 } from '@tabler/icons-react'
import { Link } from 'react-router'
import { ColorSchemeSwitch } from '#ui/color-scheme-switch.tsx'
import { ForeignName } from '#ui/foreign-name.tsx'
import { ProfileImage } from '#ui/profile-image.tsx'
import classes from './top-bar.module.css'

interface TopBarProps {
  /** undefined while loading. */
  readonly user: CurrentUser | undefined
  readonly isMenuOpen: boolean
  readonly onOpenMenu: () => void
}

export function TopBar({ user, isMenuOpen, onOpenMenu }: TopBarProps) {
  return (
    <header className={classes.bar}>
      <button
        type="button"
        className={classes.burger}
        aria-label="Open menu"
        aria-expanded={isMenuOpen}
        aria-haspopup="dialog"
        onClick={onOpenMenu}
      >
        <IconMenu2 size={24} aria-hidden />
      </button>
      <Link to="/download#upload-key" className={classes.user} title="Your upload key">
        {user ? (
          <ProfileImage src={user.profile_image_url} sizePx={36} />
        ) : (
          <span className={classes.emptyPicture} />
        )}
        <ForeignName>{user?.username ?? 'Loading...'}</ForeignName>
      </Link>
      <ColorSchemeSwitch />
      <Link to="/logout" className={classes.logout}>
        <IconLogout size={18} stroke={1.7} aria-hidden />
        <span>Logout</span>
      </Link>
    </header>
  )
}
