import { type ReactNode, useEffect } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { ToggleButtons } from '#ui/toggle-buttons.tsx'
import { CHANNELS_PATH, keepsFocus, SEASONS_PATH } from './dashboard-address.ts'
import classes from './dashboard-layout.module.css'

const sections = [
  { label: 'Season', path: SEASONS_PATH },
  { label: 'Lifetime by Channel', path: CHANNELS_PATH },
] as const

const SEASON_OF_CHANNEL = new RegExp(`^${CHANNELS_PATH}/[^/]+/[^/]`)

export function DashboardLayout() {
  const { pathname, key, state } = useLocation()
  const navigate = useNavigate()
  // A season or a channel lies within a section; a channel's numbers of one season within the seasons.
  const section = SEASON_OF_CHANNEL.test(pathname) ? SEASONS_PATH : pathname
  const chosen = sections.find(({ path }) => `${section}/`.startsWith(`${path}/`)) ?? null

  // The welcome stays, so that navigation moves the focus to the heading below it.
  const isFirstPage = key === 'default'
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is what moves the focus; the rest is only read then.
  useEffect(() => {
    if (isFirstPage || keepsFocus(state)) return
    document.querySelector<HTMLElement>('h2[tabindex="-1"]')?.focus({ preventScroll: true })
  }, [pathname])

  return (
    <>
      <header className={classes.header}>
        <h1>Welcome to the Dashboard!</h1>
        <ToggleButtons
          label="Dashboard"
          choices={sections}
          chosen={chosen}
          onChoose={({ path }) => void navigate(path)}
        />
      </header>
      <Outlet />
    </>
  )
}

export const HOW_NUMBERS_COME =
  'Race your marble on a channel that uploads its results, and your numbers appear here.'

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
