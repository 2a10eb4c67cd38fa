import { IconChevronDown, IconExternalLink } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { NavLink, useLocation } from 'react-router'
import classes from './sidebar.module.css'

export interface AdminMenuProps {
  readonly productName: string
  readonly productSlug: string
  readonly projectBoardUrl: string | null
}

export function AdminMenu({ productName, productSlug, projectBoardUrl }: AdminMenuProps) {
  const startsOpen = useLocation().pathname.startsWith('/admin/')
  const [isOpen, setIsOpen] = useState(startsOpen)
  const listId = useId()
  const pages = [
    { to: `/admin/update-${productSlug}-settings`, label: `${productName} Settings` },
    { to: '/admin/upload-new-version', label: 'Upload New Version' },
    { to: '/admin/create-patch-notes', label: 'Create Patch Note' },
    { to: '/admin/user-reports', label: 'User Reports' },
    { to: '/admin/csv-testing', label: 'CSV Upload Testing' },
  ]
  return (
    <div className={classes.admin}>
      <button
        type="button"
        className={classes.adminToggle}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setIsOpen(!isOpen)}
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
