import { NativeSelect } from '@mantine/core'
import type { SignInWay, Site } from '@rollcall/contract/auth'
import { PAGES } from '@rollcall/contract/pages'
import { DEFAULT_PLATFORM, platformName } from '@rollcall/scoring/platforms'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, Navigate, useLocation, useNavigate } from 'react-router'
import { currentUserQuery } from '#api/current-user.ts'
import { claimReturn, pathAfterSignIn, useSessionToken } from '#api/session.ts'
import { browserStore, canStore } from '#storage'
import { currentLanguage, LANGUAGE_KEY } from '#texts/language.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import cards from '#ui/cards.module.css'
import { ColorSchemeSwitch } from '#ui/color-scheme-switch.tsx'
import { Quiet, Row, Stack } from '#ui/layout/layout.tsx'
import { MarbleMark } from '#ui/marble-mark.tsx'
import { Notice } from '#ui/notice.tsx'
import { texts as ui } from '#ui/texts.ts'
import classes from './auth-pages.module.css'
import {
  DEFAULT_LANGUAGE,
  isLanguage,
  type LoginLanguage,
  type LoginTexts,
  languages,
} from './login-texts.ts'
import { goToPlatform, type LoginState, readLoginState } from './sign-in.ts'
import { DEFAULT_PRODUCT_NAME, siteQuery } from './site.ts'

function rememberedLanguage(): LoginLanguage {
  const stored = browserStore.read(LANGUAGE_KEY)
  return isLanguage(stored) ? stored : DEFAULT_LANGUAGE
}

/** The router's redirects carry no state, so the redirecting page leaves its address in the session storage. */
function useLoginState(): LoginState {
  const { key, state } = useLocation()
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a redirect may lead here while the page is open.
  useEffect(() => {
    const returnTo = claimReturn('login')
    if (returnTo !== null) {
      void navigate(PAGES.login.path, { replace: true, state: { hasFailed: false, returnTo } })
    }
  }, [navigate, key])
  return readLoginState(state)
}

/** Whether somebody is signed in, and what the page needs to know for that. */
function useSignIn() {
  const site = useQuery(siteQuery)
  const hasToken = useSessionToken() !== null
  const check = useQuery({ ...currentUserQuery, enabled: hasToken, refetchOnMount: 'always' })
  return {
    site,
    check: hasToken ? check : null,
    isSignedIn: hasToken && check.isFetchedAfterMount && check.isSuccess,
    isLoading: site.isPending || (hasToken && !check.isFetchedAfterMount),
    ...useLoginState(),
  }
}

interface LoginPageProps {
  /** The link that leads the keyboard past the bar. */
  readonly skip: (text: string) => ReactNode
  /** Where it leads. */
  readonly main: { readonly id: string; readonly tabIndex: number }
  /** Links to other pages, in the bar. */
  readonly links: ReactNode
  readonly search: ReactNode
  /** Beside the login, or below it on a phone. */
  readonly beside: ReactNode
  /** Below both. */
  readonly children: ReactNode
}

/** What it is given is drawn only if it is in the chosen language. */
export function LoginPage({ skip, main, links, search, beside, children }: LoginPageProps) {
  const [language, setLanguage] = useState(rememberedLanguage)
  const { texts } = languages[language]
  const { locale } = currentLanguage()
  const pagesLanguage = new Intl.Locale(locale).language
  // What the other pages say is in their language, and half a page in another one helps nobody.
  const isPagesLanguage = language === pagesLanguage
  const signIn = useSignIn()
  const { site, isSignedIn } = signIn
  const isFront = useLocation().pathname === PAGES.front.path
  if (isSignedIn && !isFront) {
    return <Navigate to={pathAfterSignIn(signIn.returnTo)} replace />
  }
  const platform = site.data?.platformName ?? platformName(DEFAULT_PLATFORM)
  return (
    <div className={classes.backdrop} data-front={isFront || undefined}>
      {skip(texts.skip)}
      <Row as="header" gap="xs" justify="flex-end">
        {isPagesLanguage && (
          <div className={classes.links} lang={locale}>
            {links}
          </div>
        )}
        <LanguageSwitch language={language} onLanguage={setLanguage} />
        <ColorSchemeSwitch />
      </Row>
      {site.data?.isPractice && (
        <p className={classes.practice} role="note">
          {texts.practice}
        </p>
      )}
      <main {...main} className={classes.columns}>
        <div className={classes.signIn}>
          <section className={`${cards.card} ${classes.card}`}>
            <MarbleMark sizePx={96} />
            <h1 tabIndex={-1} className={classes.product}>
              {site.data?.productName ?? DEFAULT_PRODUCT_NAME}
            </h1>
            <p className={classes.tagline}>{texts.tagline}</p>
            <SignInAction signIn={signIn} texts={texts} />
            <Quiet>{texts.explanation(platform)}</Quiet>
          </section>
        </div>
        <section className={classes.about}>
          <h2>{texts.aboutTitle}</h2>
          <p>{texts.about}</p>
          {isPagesLanguage ? (
            <div lang={locale}>{search}</div>
          ) : (
            <p>
              <Link to={PAGES.seasons.path} hrefLang={pagesLanguage}>
                {texts.pages}
              </Link>
            </p>
          )}
        </section>
        {isPagesLanguage && (
          <>
            <div className={classes.beside} lang={locale}>
              {beside}
            </div>
            <div className={classes.below} lang={locale}>
              {children}
            </div>
          </>
        )}
      </main>
    </div>
  )
}

interface SignInActionProps {
  readonly signIn: ReturnType<typeof useSignIn>
  readonly texts: LoginTexts
}

/** The buttons that sign in, or why there are none. */
function SignInAction({ signIn, texts }: SignInActionProps) {
  const { site, check, isSignedIn, isLoading, hasFailed, returnTo } = signIn
  const [isBlocked] = useState(() => !canStore())
  if (isLoading) {
    return (
      <Stack gap="sm" className={classes.action}>
        <p role="status">{texts.attempting}</p>
      </Stack>
    )
  }
  return (
    <Stack gap="sm" className={classes.action}>
      {hasFailed && !isBlocked && <Notice message={texts.failed} />}
      {check?.isError && (
        <Notice
          message={ui.error(check.error.message)}
          retryLabel={texts.retry}
          onRetry={() => void check.refetch()}
        />
      )}
      {site.isError && (
        <Notice
          message={texts.unreachable}
          retryLabel={texts.retry}
          onRetry={() => void site.refetch()}
        />
      )}
      {site.data && isBlocked && <Notice message={texts.blocked} />}
      {isSignedIn && (
        <ButtonLink to={PAGES.dashboard.path} size="lg" fullWidth>
          {texts.dashboard}
        </ButtonLink>
      )}
      {!isSignedIn && site.data && !isBlocked && (
        <SignInButtons
          site={site.data}
          labelOf={texts.loginWith}
          onChoose={(way) => goToPlatform(site.data, way, returnTo)}
        />
      )}
    </Stack>
  )
}

interface SignInButtonsProps {
  readonly site: Site
  readonly labelOf: (platform: string) => string
  readonly onChoose: (way: SignInWay) => void
}

/** One for each platform. */
function SignInButtons({ site, labelOf, onChoose }: SignInButtonsProps) {
  return (
    <>
      {[site, ...(site.otherPlatforms ?? [])].map((way) => (
        <Button key={way.platform} size="lg" fullWidth onClick={() => onChoose(way)}>
          {labelOf(way.platformName)}
        </Button>
      ))}
    </>
  )
}

interface LanguageSwitchProps {
  readonly language: LoginLanguage
  readonly onLanguage: (language: LoginLanguage) => void
}

function LanguageSwitch({ language, onLanguage }: LanguageSwitchProps) {
  useEffect(() => {
    const otherPagesLang = document.documentElement.lang
    document.documentElement.lang = language
    return () => {
      document.documentElement.lang = otherPagesLang
    }
  }, [language])
  return (
    <NativeSelect
      aria-label={languages[language].texts.language}
      value={language}
      data={Object.entries(languages).map(([value, { name }]) => ({ value, label: name }))}
      onChange={({ currentTarget: { value } }) => {
        if (!isLanguage(value)) return
        browserStore.write(LANGUAGE_KEY, value)
        onLanguage(value)
      }}
    />
  )
}
