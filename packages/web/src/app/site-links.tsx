import { NavLink } from 'react-router'
import classes from './site-links.module.css'
import { texts } from './texts.ts'

const { pages, site } = texts

/** The public pages that are not about one racer, channel, event or the like. */
export const SITE_PAGES = [
  { to: '/events', label: pages.events },
  { to: '/seasons', label: site.seasons },
  { to: '/maps', label: pages.maps },
  { to: '/luck', label: site.luck },
] as const

/** The way to them, for those who are not signed in. */
export function SiteLinks() {
  return (
    <nav aria-label={site.label} className={classes.links}>
      {SITE_PAGES.map(({ to, label }) => (
        <NavLink key={to} to={to} className={classes.link ?? ''}>
          {label}
        </NavLink>
      ))}
    </nav>
  )
}
