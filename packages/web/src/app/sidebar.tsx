import {
  IconCalendarEvent,
  IconDownload,
  IconLayoutDashboard,
  type IconProps,
  IconTrophy,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { NavLink } from 'react-router'
import { MarbleMark } from '#ui/marble-mark.tsx'
import { AdminMenu, type AdminMenuProps } from './admin-menu.tsx'
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
}

function SidebarLink({ to, label, icon: Icon }: SidebarLinkProps) {
  return (
    <li>
      <NavLink to={to} className={classes.link ?? ''}>
        <Icon size={20} stroke={1.6} aria-hidden />
        <span>{label}</span>
      </NavLink>
    </li>
  )
}

export function Sidebar({ productName, admin }: SidebarProps) {
  return (
    <>
      <div className={classes.brand}>
        <MarbleMark sizePx={34} />
        <span className={classes.brandName}>{productName}</span>
      </div>
      <nav aria-label="Main">
        <ul className={classes.links}>
          <SidebarLink to="/dashboard" label="Dashboard" icon={IconLayoutDashboard} />
          <SidebarLink to="/download" label={`Download ${productName}`} icon={IconDownload} />
          <SidebarLink to="/my-events" label="My Events" icon={IconCalendarEvent} />
          <SidebarLink to="/leaderboards" label="Streamer Leaderboards" icon={IconTrophy} />
        </ul>
        {admin && <AdminMenu {...admin} />}
      </nav>
    </>
  )
}
