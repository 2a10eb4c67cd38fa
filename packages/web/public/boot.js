// Runs before anything is drawn, as a file of its own because the Content-Security-Policy forbids inline scripts.
;(() => {
  // The chunks of the page that was asked for start loading beside the entry, not after it.
  const files =
    JSON.parse(document.currentScript?.dataset.pageFiles ?? '{}')[location.pathname] ?? []
  for (const href of files) {
    const link = document.createElement('link')
    const isStyle = href.endsWith('.css')
    link.rel = isStyle ? 'preload' : 'modulepreload'
    if (isStyle) link.as = 'style'
    link.href = href
    link.crossOrigin = ''
    document.head.append(link)
  }

  // The remembered colours, so that a light page never flashes dark.
  try {
    if (localStorage.getItem('colorScheme') === 'light') {
      document.documentElement.setAttribute('data-mantine-color-scheme', 'light')
    }
  } catch {
    // Storage is closed to this page: dark it stays.
  }

  // The schema library would otherwise try `new Function` once, which the policy reports.
  globalThis.__zod_globalConfig = { jitless: true }

  // Until the application has started, nobody else can say that it did not load.
  const LOAD_TIMEOUT_MS = 120_000
  const sayThatItFailed = () => {
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
  const timer = setTimeout(sayThatItFailed, LOAD_TIMEOUT_MS)
  addEventListener('unhandledrejection', sayThatItFailed)
  addEventListener(
    'error',
    (event) => {
      if (!(event.target instanceof HTMLScriptElement)) return
      clearTimeout(timer)
      if (document.readyState === 'loading') addEventListener('DOMContentLoaded', sayThatItFailed)
      else sayThatItFailed()
    },
    true,
  )
})()
