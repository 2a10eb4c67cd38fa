/**
 * The one place that uses what a browser keeps for a site. With site data blocked, reading `localStorage` throws, and in
 * some web views there is none; then nothing is kept, and pages are as a stranger sees them. public/boot.js, which runs
 * before every module, has its own look.
 */

type Area = 'localStorage' | 'sessionStorage'

/** Gives null if the browser denies the storage, has none, or it is full. */
function attempt<Result>(area: Area, act: (storage: Storage) => Result): Result | null {
  try {
    return act(globalThis[area])
  } catch {
    return null
  }
}

function makeStore(area: Area) {
  return {
    read: (key: string): string | null => attempt(area, (storage) => storage.getItem(key)),
    /** @returns whether the value is kept */
    write: (key: string, value: string): boolean =>
      attempt(area, (storage) => storage.setItem(key, value)) !== null,
    remove: (key: string): void => void attempt(area, (storage) => storage.removeItem(key)),
  } as const
}

/** For all tabs, until somebody clears it. */
export const browserStore = makeStore('localStorage')

/** For one tab, until it is closed. */
export const tabStore = makeStore('sessionStorage')

const PROBE_KEY = 'probe'

/** Whether the browser keeps anything for this site; without that nobody can sign in. */
export function canStore(): boolean {
  return [browserStore, tabStore].every((store) => {
    const isKept = store.write(PROBE_KEY, 'x')
    store.remove(PROBE_KEY)
    return isKept
  })
}

/** @returns what stops the listening */
export function onChangeInOtherTab(listener: (event: StorageEvent) => void): () => void {
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}
