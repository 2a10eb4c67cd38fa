import { NativeSelect } from '@mantine/core'
import type { Site } from '@rollcall/contract/auth'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { currentUserQuery } from '#api/current-user.ts'
import { claimReturn, keepReturn, pathAfterSignIn, useSessionToken } from '#api/session.ts'
import { LANGUAGE_KEY } from '#texts/language.ts'
import { Button } from '#ui/button.tsx'
import cards from '#ui/cards.module.css'
import { ColorSchemeSwitch } from '#ui/color-scheme-switch.tsx'
import { MarbleMark } from '#ui/marble-mark.tsx'
import { Notice } from '#ui/notice.tsx'
import { texts as ui } from '#ui/texts.ts'
import classes from './auth-pages.module.css'
import { DEFAULT_LANGUAGE, isLanguage, type LoginLanguage, languages } from './login-texts.ts'
import { createSignInState, type LoginState, makeAuthorizeUrl, readLoginState } from './sign-in.ts'
import { DEFAULT_PRODUCT_NAME, siteQuery } from './site.ts'

function rememberedLanguage(): LoginLanguage {
  const stored = localStorage.getItem(LANGUAGE_KEY)
  return isLanguage(stored) ? stored : DEFAULT_LANGUAGE
}

function goToPlatform(site: Site, returnTo: string | null): void {
  keepReturn('platform', returnTo)
  const state = createSignInState()
  location.assign(makeAuthorizeUrl({ site, state, origin: location.origin }))
}

/** The router's redirects carry no state, so the redirecting page leaves its address in the session storage. */
function useLoginState(): LoginState {
  const { key, state } = useLocation()
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a redirect may lead here while the page is open.
  useEffect(() => {
    const returnTo = claimReturn('login')
    if (returnTo !== null) {
      void navigate('/login', { replace: true, state: { hasFailed: false, returnTo } })
    }
  }, [navigate, key])
  return readLoginState(state)
}

interface LoginPageProps {
  /** Shown beside the login, or below it on a phone. */
  readonly children?: ReactNode
}

export function LoginPage({ children }: LoginPageProps) {
  const [language, setLanguage] = useState(rememberedLanguage)
  const { texts } = languages[language]
  const site = useQuery(siteQuery)
  const hasToken = useSessionToken() !== null
  const check = useQuery({ ...currentUserQuery, enabled: hasToken, refetchOnMount: 'always' })
  const { hasFailed, returnTo } = useLoginState()

  if (hasToken && check.isFetchedAfterMount && check.isSuccess) {
    return <Navigate to={pathAfterSignIn(returnTo)} replace />
  }
  const isLoading = site.isPending || (hasToken && !check.isFetchedAfterMount)
  const platform = site.data?.platformName ?? 'Twitch'
  return (
    <main className={classes.backdrop}>
      <div className={classes.corner}>
        <LanguageSwitch language={language} onLanguage={setLanguage} />
        <ColorSchemeSwitch />
      </div>
      {site.data?.isPractice && (
        <p className={classes.practice} role="note">
          {texts.practice}
        </p>
      )}
      <div className={classes.columns}>
        <div className={classes.signIn}>
          <section className={`${cards.card} ${classes.card}`}>
            <MarbleMark sizePx={96} />
            <h1 tabIndex={-1} className={classes.product}>
              {site.data?.productName ?? DEFAULT_PRODUCT_NAME}
            </h1>
            <p className={classes.tagline}>{texts.tagline}</p>
            <div className={classes.action}>
              {isLoading && <p role="status">{texts.attempting}</p>}
              {!isLoading && hasFailed && <Notice message={texts.failed} />}
              {!isLoading && hasToken && check.isError && (
                <Notice
                  message={ui.error(check.error.message)}
                  retryLabel={texts.retry}
                  onRetry={() => void check.refetch()}
                />
              )}
              {!isLoading && site.isError && (
                <Notice
                  message={texts.unreachable}
                  retryLabel={texts.retry}
                  onRetry={() => void site.refetch()}
                />
              )}
              {!isLoading && site.data && (
                <Button size="lg" fullWidth onClick={() => goToPlatform(site.data, returnTo)}>
                  {texts.loginWith(platform)}
                </Button>
              )}
            </div>
            <p className={classes.explanation}>{texts.explanation(platform)}</p>
          </section>
        </div>
        <div className={classes.beside}>
          <section className={`${cards.card} ${classes.about}`}>
            <h2>{texts.aboutTitle}</h2>
            <p>{texts.about}</p>
          </section>
          {children}
        </div>
      </div>
    </main>
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
        localStorage.setItem(LANGUAGE_KEY, value)
        onLanguage(value)
      }}
    />
  )
}
