/** How somebody left each page of this visit: its sort, filter and number, which the way back leads to. */

const searches = new Map<string, string>()

export function rememberView({ pathname, search }: { pathname: string; search: string }): void {
  searches.set(pathname, search)
}

/** The path with what its address said when it was last looked at. */
export function lastViewOf(path: string): string {
  return path + (searches.get(path) ?? '')
}
