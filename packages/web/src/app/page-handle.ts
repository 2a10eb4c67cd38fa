export interface PageHandle {
  /** Where a 401 leads while this page is shown, whichever call it answers. */
  readonly onUnauthorized: 'unauthorized' | 'login'
}

interface Match {
  readonly route: { readonly handle?: unknown }
}

function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === 'object' && handle !== null && 'onUnauthorized' in handle
}

/** The handle of the innermost route that has one; none on pages that need no session. */
export function findPageHandle(matches: readonly Match[]): PageHandle | undefined {
  return matches.map((match) => match.route.handle).findLast(isPageHandle)
}
