/**
 * Remembers how each page was left during this visit (its sort, filter and page number), so that a way back leads
 * there.
 */

const searches = new Map<string, string>()

export function rememberView({ pathname, search }: { pathname: string; search: string }): void {
  searches.set(pathname, search)
}

/** The path with the search part that its address had last. */
export function lastView(path: string): string {
  return path + (searches.get(path) ?? '')
}
