/** The pages that nobody wanted to come to, and the plain frame of those who are not signed in. */
import { IconLock, IconMoodSad, IconPlugConnectedX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Link, useLocation, useRouteError } from 'react-router'
import { findSessionToken } from '#api/session.ts'
import type { LoginState } from '#features/auth/sign-in.ts'
import { DEFAULT_PRODUCT_NAME, siteQuery } from '#features/auth/site.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ColorSchemeSwitch } from '#ui/color-scheme-switch.tsx'
import { ChunkError } from '#ui/load-chunk.ts'
import { MarbleMark } from '#ui/marble-mark.tsx'
import classes from './dead-end.module.css'

export function NotFoundPage() {
  const isSignedIn = findSessionToken() !== null
  return (
    <DeadEnd
      icon={<IconMoodSad size={56} stroke={1.4} aria-hidden />}
      title="404 - Page Not Found"
      text="Sorry, the page you are looking for does not exist."
    >
      <ButtonLink to={isSignedIn ? '/leaderboards' : '/login'}>
        {isSignedIn ? 'Go to the leaderboards' : 'Go to the login page'}
      </ButtonLink>
    </DeadEnd>
  )
}

const ONLY_ITS_ORGANISER = 'Only the organiser of an event, and admins, run its show.'
const RIGHTS: readonly (readonly [path: string, right: string, section: string, to: string])[] = [
  ['/admin/', 'This page is for admins only.', 'Dashboard', '/dashboard'],
  ['/my-events/control/', ONLY_ITS_ORGANISER, 'My Events', '/my-events'],
  ['/stage/', ONLY_ITS_ORGANISER, 'My Events', '/my-events'],
  [
    '/my-events/manage/',
    'Only the creator of an event, and admins, may manage it.',
    'My Events',
    '/my-events',
  ],
  [
    '/my-events/',
    'It is for the organiser and for the streamers who take part.',
    'My Events',
    '/my-events',
  ],
]

/** The page that led to /unauthorized. */
function originOf(state: unknown): string | null {
  return typeof state === 'object' && state !== null && 'from' in state ? String(state.from) : null
}

/** Which right is missing there, and where to go on. */
function missingRight(path: string) {
  const [, right, section, to] = RIGHTS.find(([beginning]) => path.startsWith(beginning)) ?? [
    '',
    'Your account does not have the right that it needs.',
    'Dashboard',
    '/dashboard',
  ]
  return { right, section, to }
}

/** Where a 401 leads. Makes no call, so that it cannot lead to itself. */
export function UnauthorizedPage() {
  const from = originOf(useLocation().state)
  const missing = findSessionToken() === null ? null : missingRight(from ?? '')
  const loginState: LoginState = { hasFailed: false, returnTo: from }
  return (
    <PlainFrame>
      <DeadEnd
        icon={<IconLock size={52} stroke={1.4} aria-hidden />}
        title="401 - Unauthorized Access"
        text="You do not have permission to access this page."
        more={
          missing && `${missing.right} You are signed in, but this account does not have access.`
        }
      >
        {missing === null ? (
          <ButtonLink to="/login" state={loginState}>
            Sign in
          </ButtonLink>
        ) : (
          <>
            <ButtonLink to={missing.to}>Go to {missing.section}</ButtonLink>
            <ButtonLink to="/logout" variant="default">
              Use another account
            </ButtonLink>
          </>
        )}
      </DeadEnd>
    </PlainFrame>
  )
}

const ERROR_TITLE = 'Unexpected Application Error!'

/** Leaves by a full page load, so that whatever failed starts fresh. */
export function ErrorPage() {
  const error = useRouteError()
  useEffect(() => {
    document.title = ERROR_TITLE
  }, [])
  return (
    <div role="alert">
      <DeadEnd
        icon={<IconPlugConnectedX size={52} stroke={1.4} aria-hidden />}
        title={ERROR_TITLE}
        text={
          error instanceof ChunkError
            ? `${error.message} Check your connection, then try again.`
            : 'Something broke on this page. Nothing you saved is lost.'
        }
      >
        <Button onClick={() => location.reload()}>Try again</Button>
        <ButtonLink reloadDocument to="/leaderboards" variant="default">
          Go to the leaderboards
        </ButtonLink>
      </DeadEnd>
    </div>
  )
}

interface DeadEndProps {
  readonly icon: ReactNode
  readonly title: string
  readonly text: string
  readonly more?: string | null
  readonly children: ReactNode
}

function DeadEnd({ icon, title, text, more = null, children }: DeadEndProps) {
  return (
    <section className={classes.deadEnd}>
      <div className={classes.icon}>{icon}</div>
      <h1 tabIndex={-1} className={classes.title}>
        {title}
      </h1>
      <p className={classes.text}>{text}</p>
      {more !== null && <p className={classes.text}>{more}</p>}
      <div className={classes.ways}>{children}</div>
    </section>
  )
}

/** Around pages that somebody sees who is not signed in. Makes no call: it shows what is known. */
export function PlainFrame({ children }: { readonly children: ReactNode }) {
  const { data: site } = useQuery({ ...siteQuery, enabled: false })
  return (
    <div className={classes.frame}>
      <header className={classes.bar}>
        <Link
          to={findSessionToken() === null ? '/login' : '/dashboard'}
          className={classes.brand ?? ''}
        >
          <MarbleMark sizePx={30} />
          {site?.productName ?? DEFAULT_PRODUCT_NAME}
        </Link>
        <ColorSchemeSwitch />
      </header>
      <main className={classes.main}>{children}</main>
    </div>
  )
}
