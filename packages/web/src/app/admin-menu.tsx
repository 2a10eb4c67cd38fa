import { IconChevronDown, IconExternalLink } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { NavLink, useLocation } from 'react-router'
import { settingsPathOf } from './admin-routes.ts'
import classes from './sidebar.module.css'

/** Whether somebody left the menu open or closed. */
const STATE_KEY = 'adminMenu'

export interface AdminMenuProps {
  readonly productName: string
  readonly productSlug: string
  readonly projectBoardUrl: string | null
}

export function AdminMenu({ productName, productSlug, projectBoardUrl }: AdminMenuProps) {
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
