/** Not found and unauthorized: apart from the error page, which must be there when nothing else loads. */
import { PAGES, parentOf } from '@rollcall/contract/pages'
import { IconLock, IconMoodSad } from '@tabler/icons-react'
import { useLocation } from 'react-router'
import { findSessionToken } from '#api/session.ts'
import type { LoginState } from '#features/auth/sign-in.ts'
import { SearchBox } from '#features/search/search-box.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { DeadEnd } from './dead-end.tsx'
import { PlainFrame } from './public-frame.tsx'
import { texts } from './texts.ts'

const { notFound, unauthorized, goTo } = texts

export function NotFoundPage() {
  const isSignedIn = findSessionToken() !== null
  return (
    <DeadEnd
      icon={<IconMoodSad size={56} stroke={1.4} aria-hidden />}
      title={notFound.title}
      text={notFound.text}
      more={notFound.search}
      search={<SearchBox isInPage />}
    >
      <ButtonLink variant="default" to={isSignedIn ? PAGES.leaderboards.path : PAGES.login.path}>
        {isSignedIn ? goTo.leaderboards : goTo.login}
      </ButtonLink>
    </DeadEnd>
  )
}

const DASHBOARD = { to: PAGES.dashboard.path, way: goTo.dashboard }
const MY_EVENTS = { to: PAGES.myEvents.path, way: goTo.myEvents }

/** Who may see the pages under each path, and where everybody else can go instead. */
const RIGHTS = [
  { prefix: parentOf(PAGES.settings), right: unauthorized.admins, ...DASHBOARD },
  { prefix: parentOf(PAGES.controlRoom), right: unauthorized.shows, ...MY_EVENTS },
  { prefix: parentOf(PAGES.stage), right: unauthorized.shows, ...MY_EVENTS },
  { prefix: parentOf(PAGES.manageEvent), right: unauthorized.managing, ...MY_EVENTS },
  { prefix: PAGES.myEvents.path, right: unauthorized.events, ...MY_EVENTS },
]

/** The page that led to /unauthorized. */
function findOrigin(state: unknown): string | null {
  return typeof state === 'object' && state !== null && 'from' in state ? String(state.from) : null
}

function missingRight(path: string) {
  const found = RIGHTS.find(({ prefix }) => path.startsWith(`${prefix}/`))
  return found ?? { right: null, ...DASHBOARD }
}

/** The page a 401 leads to. It makes no call, so that it cannot redirect to itself. */
export function UnauthorizedPage() {
  const from = findOrigin(useLocation().state)
  const missing = findSessionToken() === null ? null : missingRight(from ?? '')
  const loginState: LoginState = { hasFailed: false, returnTo: from }
  return (
    <PlainFrame>
      <DeadEnd
        icon={<IconLock size={52} stroke={1.4} aria-hidden />}
        title={unauthorized.title}
        text={unauthorized.text}
        more={missing && [missing.right, unauthorized.noAccess].filter(Boolean).join(' ')}
      >
        {missing === null ? (
          <ButtonLink to={PAGES.login.path} state={loginState}>
            {unauthorized.signIn}
          </ButtonLink>
        ) : (
          <>
            <ButtonLink to={missing.to}>{missing.way}</ButtonLink>
            <ButtonLink to={PAGES.logout.path} variant="default">
              {unauthorized.otherAccount}
            </ButtonLink>
          </>
        )}
      </DeadEnd>
    </PlainFrame>
  )
}
