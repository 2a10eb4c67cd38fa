import { PAGES } from '@rollcall/contract/pages'
import { paramsAt } from '@rollcall/contract/places'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { currentUserQuery } from '#api/current-user.ts'
import head from '#ui/head.module.css'
import { Row } from '#ui/layout/layout.tsx'
import { ToggleButtons } from '#ui/toggle-buttons.tsx'
import { keepsFocus } from './dashboard-address.ts'
import classes from './dashboard-layout.module.css'
import { texts } from './texts.ts'

const sections = [
  { label: texts.bySeason, path: PAGES.dashboardSeasons.path },
  { label: texts.byChannel, path: PAGES.dashboardChannels.path },
] as const

export function DashboardLayout() {
  const { pathname, key, state } = useLocation()
  const navigate = useNavigate()
  const { data: user } = useQuery(currentUserQuery)
  // Each page belongs to one section; a channel's page for one season belongs to the seasons.
  const { season } = paramsAt(PAGES.dashboardChannel, pathname) ?? {}
  const section = season === undefined ? pathname : PAGES.dashboardSeasons.path
  const chosen = sections.find(({ path }) => `${section}/`.startsWith(`${path}/`)) ?? null

  // The h1 stays the same, so navigation moves the focus to the heading below it.
  const isFirstPage = key === 'default'
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new address moves the focus; the rest is just read.
  useEffect(() => {
    if (isFirstPage || keepsFocus(state)) return
    document.querySelector<HTMLElement>('h2[tabindex="-1"]')?.focus({ preventScroll: true })
  }, [pathname])

  return (
    <>
      <Row as="header" gap="md" justify="space-between" className={classes.header}>
        <div>
          <h1 className={head.kind}>{texts.title}</h1>
          <p className={`${head.name} ${classes.name}`}>
            {user && <bdi>{user.display_name ?? user.username}</bdi>}
          </p>
        </div>
        <ToggleButtons
          label={texts.toggles}
          choices={sections}
          chosen={chosen}
          onChoose={({ path }) => void navigate(path)}
        />
      </Row>
      <Outlet />
    </>
  )
}

interface SectionHeadingProps {
  readonly picture?: ReactNode
  readonly title: ReactNode
  readonly children?: ReactNode
}

/** The heading of a page inside the dashboard; navigation moves the focus here. */
export function SectionHeading({ picture, title, children }: SectionHeadingProps) {
  return (
    <Row gap="sm/md" className={classes.section}>
      {picture}
      <h2 tabIndex={-1} className={classes.sectionTitle}>
        {title}
      </h2>
      {children && <div className={classes.controls}>{children}</div>}
    </Row>
  )
}
