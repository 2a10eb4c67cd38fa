import { PAGES } from '@rollcall/contract/pages'
import { NavLink } from 'react-router'
import { Row } from '#ui/layout/layout.tsx'
import classes from './site-links.module.css'
import { texts } from './texts.ts'

const { pages, site } = texts

/** The public pages that are not about one racer, channel, event or the like. */
export const SITE_PAGES = [
  { to: PAGES.events.path, label: pages.events },
  { to: PAGES.seasons.path, label: site.seasons },
  { to: PAGES.maps.path, label: pages.maps },
  { to: PAGES.luckiest.path, label: site.luck },
] as const

/** The way to them, for those who are not signed in. */
export function SiteLinks() {
  return (
    <Row as="nav" gap="0/2xs" align="stretch" aria-label={site.label}>
      {SITE_PAGES.map(({ to, label }) => (
        <NavLink key={to} to={to} className={classes.link ?? ''}>
          {label}
        </NavLink>
      ))}
    </Row>
  )
}
