import {
  IconCalendarEvent,
  IconChevronDown,
  IconClover,
  IconConfetti,
  IconCrown,
  IconDownload,
  IconExternalLink,
  IconLayoutDashboard,
  IconMap2,
  type IconProps,
  IconTrophy,
  IconUpload,
  IconUserCircle,
} from '@tabler/icons-react'
import { type ComponentType, useId, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { MarbleMark } from '#ui/marble-mark.tsx'
import { settingsPath } from './admin-routes.ts'
import classes from './sidebar.module.css'
import { SITE_PAGES } from './site-links.tsx'
import { texts } from './texts.ts'

const { pages, sidebar } = texts

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
  '/events': IconConfetti,
  '/seasons': IconCrown,
  '/maps': IconMap2,
  '/luck': IconClover,
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
      <Link to="/dashboard" className={classes.brand ?? ''}>
        <MarbleMark sizePx={34} />
        <span className={classes.brandName}>{productName}</span>
      </Link>
      <nav aria-label={sidebar.label}>
        <ul className={classes.links}>
          <SidebarLink to="/dashboard" label={sidebar.dashboard} icon={IconLayoutDashboard} />
          <SidebarLink to="/download" label={sidebar.download(productName)} icon={IconDownload} />
          <SidebarLink
            to="/my-events"
            label={pages.myEvents}
            icon={IconCalendarEvent}
            also={['/new-leaderboard-config', '/manage-leaderboard-config']}
          />
          <SidebarLink to="/my-uploads" label={pages.myUploads} icon={IconUpload} />
          <SidebarLink to="/leaderboards" label={sidebar.leaderboards} icon={IconTrophy} />
          {SITE_PAGES.map(({ to, label }) => (
            <SidebarLink key={to} to={to} label={label} icon={SITE_ICONS[to]} />
          ))}
          <SidebarLink to="/account" label={pages.account} icon={IconUserCircle} />
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
}

function AdminMenu({ productName, productSlug, projectBoardUrl }: AdminMenuProps) {
  const isOnAdminPage = useLocation().pathname.startsWith('/admin/')
  const [isOpen, setIsOpen] = useState(() => {
    const stored = localStorage.getItem(STATE_KEY)
    return stored === null ? isOnAdminPage : stored === 'open'
  })
  const listId = useId()
  const links = [
    { to: settingsPath(productSlug), label: sidebar.settings(productName) },
    { to: '/admin/upload-new-version', label: pages.uploadVersion },
    { to: '/admin/create-patch-notes', label: pages.createPatchNote },
    { to: '/admin/user-reports', label: pages.userReports },
    { to: '/admin/csv-testing', label: pages.csvTesting },
    { to: '/admin/snapshots', label: pages.snapshots },
    { to: '/admin/audit-log', label: pages.auditLog },
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
          localStorage.setItem(STATE_KEY, isOpen ? 'closed' : 'open')
        }}
      >
        {sidebar.adminMenu}
        <IconChevronDown className={classes.chevron} size={18} aria-hidden />
      </button>
      <ul id={listId} className={classes.links} hidden={!isOpen}>
        {links.map(({ to, label }) => (
          <li key={to}>
            <NavLink to={to} className={classes.link ?? ''}>
              {label}
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
