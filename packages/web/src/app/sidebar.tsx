import {
  IconCalendarEvent,
  IconChevronDown,
  IconDownload,
  IconExternalLink,
  IconLayoutDashboard,
  type IconProps,
  IconTrophy,
  IconUpload,
} from '@tabler/icons-react'
import { type ComponentType, useId, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { MarbleMark } from '#ui/marble-mark.tsx'
import { settingsPathOf } from './admin-routes.ts'
import classes from './sidebar.module.css'

interface SidebarProps {
  readonly productName: string
  /** null: the user is no admin. */
  readonly admin: AdminMenuProps | null
}

interface SidebarLinkProps {
  readonly to: string
  readonly label: string
  readonly icon: ComponentType<IconProps>
  /** Beginnings of other addresses that belong to the section. */
  readonly also?: readonly string[]
}

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
      <nav aria-label="Main">
        <ul className={classes.links}>
          <SidebarLink to="/dashboard" label="Dashboard" icon={IconLayoutDashboard} />
          <SidebarLink to="/download" label={`Download ${productName}`} icon={IconDownload} />
          <SidebarLink
            to="/my-events"
            label="My Events"
            icon={IconCalendarEvent}
            also={['/new-leaderboard-config', '/manage-leaderboard-config']}
          />
          <SidebarLink to="/my-uploads" label="My Uploads" icon={IconUpload} />
          <SidebarLink to="/leaderboards" label="Streamer Leaderboards" icon={IconTrophy} />
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
    const left = localStorage.getItem(STATE_KEY)
    return left === null ? isOnAdminPage : left === 'open'
  })
  const listId = useId()
  const pages = [
    { to: settingsPathOf(productSlug), label: `${productName} Settings` },
    { to: '/admin/upload-new-version', label: 'Upload New Version' },
    { to: '/admin/create-patch-notes', label: 'Create Patch Note' },
    { to: '/admin/user-reports', label: 'User Reports' },
    { to: '/admin/csv-testing', label: 'CSV Upload Testing' },
    { to: '/admin/snapshots', label: 'Snapshots' },
    { to: '/admin/audit-log', label: 'Audit Log' },
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
        Admin Menu
        <IconChevronDown className={classes.chevron} size={18} aria-hidden />
      </button>
      <ul id={listId} className={classes.links} hidden={!isOpen}>
        {pages.map(({ to, label }) => (
          <li key={to}>
            <NavLink to={to} className={classes.link ?? ''}>
              {label}
            </NavLink>
          </li>
        ))}
        {projectBoardUrl !== null && (
          <li>
            <a className={classes.link} href={projectBoardUrl} target="_blank" rel="noopener">
              Project Board
              <IconExternalLink size={16} aria-label="(opens in a new tab)" role="img" />
            </a>
          </li>
        )}
      </ul>
    </div>
  )
}
