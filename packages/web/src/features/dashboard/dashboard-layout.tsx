import { type ReactNode, useEffect } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { ToggleButtons } from '#ui/toggle-buttons.tsx'
import { CHANNELS_PATH, keepsFocus, SEASONS_PATH } from './dashboard-address.ts'
import classes from './dashboard-layout.module.css'

const sections = [
  { label: 'Season', path: SEASONS_PATH },
  { label: 'Lifetime by Channel', path: CHANNELS_PATH },
] as const

export function DashboardLayout() {
  const { pathname, key, state } = useLocation()
  const navigate = useNavigate()
  // The last segment that names a section: a season or a channel lies within one.
  const chosen = sections.find(({ path }) => `${pathname}/`.startsWith(`${path}/`)) ?? null

  // The welcome stays, so that navigation moves the focus to the heading below it.
  const isFirstPage = key === 'default'
  // biome-ignore lint/correctness/useExhaustiveDependencies: each address is a separate navigation.
  useEffect(() => {
    if (isFirstPage || keepsFocus(state)) return
    document.querySelector<HTMLElement>('h2[tabindex="-1"]')?.focus({ preventScroll: true })
  }, [pathname])

  return (
    <>
      <header className={classes.header}>
        <h1 className={classes.title}>Welcome to the Dashboard!</h1>
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
