import { VisuallyHidden } from '@mantine/core'
import { PAGES, parentOf } from '@rollcall/contract/pages'
import {
  IconCalendarEvent,
  IconChevronDown,
  IconClover,
  IconConfetti,
  IconCrown,
  IconDownload,
  IconExternalLink,
  IconHome,
  IconLayoutDashboard,
  IconMap2,
  type IconProps,
  IconTrophy,
  IconUpload,
  IconUserCircle,
} from '@tabler/icons-react'
import { type ComponentType, useId, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { browserStore } from '#storage'
import badge from '#ui/badge.module.css'
import { formatNumber } from '#ui/format-number.ts'
import { MarbleMark } from '#ui/marble-mark.tsx'
import { settingsPath } from './admin-routes.ts'
import classes from './sidebar.module.css'
import { SITE_PAGES } from './site-links.tsx'
import { texts } from './texts.ts'

const { pages, sidebar, site } = texts

interface SidebarProps {
  readonly productName: string
  /** null: the user is not an admin. */
  readonly admin: AdminMenuProps | null
}

interface SidebarLinkProps {
  readonly to: string
  readonly label: string
  readonly icon: ComponentType<IconProps>
  /** Prefixes of other paths that belong to this section. */
  readonly also?: readonly string[]
}

const SITE_ICONS = {
  [PAGES.events.path]: IconConfetti,
  [PAGES.seasons.path]: IconCrown,
  [PAGES.maps.path]: IconMap2,
  [PAGES.luckiest.path]: IconClover,
} as const

function SidebarLink({ to, label, icon: Icon, also = [] }: SidebarLinkProps) {
  const { pathname } = useLocation()
  const isHere = [to, ...also].some((path) => `${pathname}/`.startsWith(`${path}/`))
  return (
    <li>
      <Link to={to} className={classes.link ?? ''} aria-current={isHere ? 'page' : undefined}>
        <Icon size={20} stroke={1.6} aria-hidden />
        <span>{label}</span>
      </Link>
    </li>
  )
}

export function Sidebar({ productName, admin }: SidebarProps) {
  return (
    <>
      <Link to={PAGES.dashboard.path} className={classes.brand ?? ''}>
        <MarbleMark sizePx={34} />
        <span className={classes.brandName}>{productName}</span>
      </Link>
      <nav aria-label={sidebar.label}>
        <ul className={classes.links}>
          <SidebarLink
            to={PAGES.dashboard.path}
            label={sidebar.dashboard}
            icon={IconLayoutDashboard}
          />
          <SidebarLink
            to={PAGES.download.path}
            label={sidebar.download(productName)}
            icon={IconDownload}
          />
          <SidebarLink
            to={PAGES.myEvents.path}
            label={pages.myEvents}
            icon={IconCalendarEvent}
            also={[PAGES.createLeaderboard.path, parentOf(PAGES.manageLeaderboard)]}
          />
          <SidebarLink to={PAGES.myUploads.path} label={pages.myUploads} icon={IconUpload} />
          <SidebarLink
            to={PAGES.leaderboards.path}
            label={sidebar.leaderboards}
            icon={IconTrophy}
          />
          {SITE_PAGES.map(({ to, label }) => (
            <SidebarLink key={to} to={to} label={label} icon={SITE_ICONS[to]} />
          ))}
          <SidebarLink to={PAGES.account.path} label={pages.account} icon={IconUserCircle} />
          <SidebarLink to={PAGES.front.path} label={site.front} icon={IconHome} />
        </ul>
        {admin && <AdminMenu {...admin} />}
      </nav>
    </>
  )
}

const STATE_KEY = 'adminMenu'

interface AdminMenuProps {
  readonly productName: string
  readonly productSlug: string
  readonly projectBoardUrl: string | null
  /** How many wait. */
  readonly openReports: number
}

function AdminMenu({ productName, productSlug, projectBoardUrl, openReports }: AdminMenuProps) {
  const isOnAdminPage = useLocation().pathname.startsWith(`${parentOf(PAGES.settings)}/`)
  const [isOpen, setIsOpen] = useState(() => {
    const stored = browserStore.read(STATE_KEY)
    return stored === null ? isOnAdminPage : stored === 'open'
  })
  const listId = useId()
  const links = [
    { to: settingsPath(productSlug), label: sidebar.settings(productName) },
    { to: PAGES.uploadVersion.path, label: pages.uploadVersion },
    { to: PAGES.patchNote.path, label: pages.createPatchNote },
    { to: PAGES.userReports.path, label: pages.userReports },
    { to: PAGES.csvTesting.path, label: pages.csvTesting },
    { to: PAGES.snapshots.path, label: pages.snapshots },
    { to: PAGES.auditLog.path, label: pages.auditLog },
  ]
  return (
    <div className={classes.admin}>
      <button
        type="button"
        className={classes.adminToggle}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => {
          setIsOpen(!isOpen)
          browserStore.write(STATE_KEY, isOpen ? 'closed' : 'open')
        }}
      >
        {sidebar.adminMenu}
        {!isOpen && <WaitingReports count={openReports} />}
        <IconChevronDown className={classes.chevron} size={18} aria-hidden />
      </button>
      <ul id={listId} className={classes.links} hidden={!isOpen}>
        {links.map(({ to, label }) => (
          <li key={to}>
            <NavLink to={to} className={classes.link ?? ''}>
              <span>{label}</span>
              {to === PAGES.userReports.path && <WaitingReports count={openReports} />}
            </NavLink>
          </li>
        ))}
        {projectBoardUrl !== null && (
          <li>
            <a className={classes.link} href={projectBoardUrl} target="_blank" rel="noopener">
              {sidebar.projectBoard}
              <IconExternalLink size={16} aria-label={sidebar.newTab} role="img" />
            </a>
          </li>
        )}
      </ul>
    </div>
  )
}

function WaitingReports({ count }: { readonly count: number }) {
  return (
    count > 0 && (
      <span className={`${badge.badge} ${classes.waiting}`} data-tone="warning">
        <span aria-hidden="true">{formatNumber(count)}</span>
        <VisuallyHidden>{sidebar.openReports(count)}</VisuallyHidden>
      </span>
    )
  )
}
