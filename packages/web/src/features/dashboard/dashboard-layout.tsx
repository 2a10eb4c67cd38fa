import { type ReactNode, useEffect } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { ToggleButtons } from '#ui/toggle-buttons.tsx'
import { CHANNELS_PATH, keepsFocus, SEASONS_PATH } from './dashboard-address.ts'
import classes from './dashboard-layout.module.css'
import { texts } from './texts.ts'

const sections = [
  { label: texts.bySeason, path: SEASONS_PATH },
  { label: texts.byChannel, path: CHANNELS_PATH },
] as const

const SEASON_OF_CHANNEL = new RegExp(`^${CHANNELS_PATH}/[^/]+/[^/]`)

export function DashboardLayout() {
  const { pathname, key, state } = useLocation()
  const navigate = useNavigate()
  // Each page belongs to one section; a channel's page for one season belongs to the seasons.
  const section = SEASON_OF_CHANNEL.test(pathname) ? SEASONS_PATH : pathname
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
      <header className={classes.header}>
        <h1>{texts.title}</h1>
        <ToggleButtons
          label={texts.toggles}
          choices={sections}
          chosen={chosen}
          onChoose={({ path }) => void navigate(path)}
        />
      </header>
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
    <div className={classes.section}>
      {picture}
      <h2 tabIndex={-1} className={classes.sectionTitle}>
        {title}
      </h2>
      {children && <div className={classes.controls}>{children}</div>}
    </div>
  )
}
