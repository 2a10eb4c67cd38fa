// Runs before anything is drawn. A separate file, because the Content-Security-Policy forbids inline scripts.
;(() => {
  // Applies the remembered colour scheme, so that a light page never flashes dark.
  try {
    if (localStorage.getItem('colorScheme') === 'light') {
      document.documentElement.setAttribute('data-mantine-color-scheme', 'light')
    }
  } catch {
    // This page has no access to the storage, so it stays dark.
  }

  // Otherwise the schema library would try `new Function` once, which the policy reports.
  globalThis.__zod_globalConfig = { jitless: true }

  // Until the application has started, nothing else can say that it did not load.
  const LOAD_TIMEOUT_MS = 120_000
  const showFailure = () => {
    const boot = document.querySelector('#root > .boot')
    if (!boot) return
    document.title = 'Unexpected Application Error!'
    boot.removeAttribute('aria-busy')
    boot.textContent = ''
    const message = document.createElement('h1')
    message.textContent = 'The page could not be loaded.'
    const retry = document.createElement('button')
    retry.type = 'button'
    retry.textContent = 'Try again'
    retry.addEventListener('click', () => location.reload())
    boot.append(message, retry)
  }
  const timer = setTimeout(showFailure, LOAD_TIMEOUT_MS)
  addEventListener('unhandledrejection', showFailure)
  addEventListener(
    'error',
    (event) => {
      if (!(event.target instanceof HTMLScriptElement)) return
      clearTimeout(timer)
      if (document.readyState === 'loading') addEventListener('DOMContentLoaded', showFailure)
      else showFailure()
    },
    true,
  )
})()
