/** What is at an address. Apart from the list of pages, because the web's first load only makes addresses. */
import {
  type Address,
  embedOf,
  PAGES,
  type Page,
  type PageName,
  type Params,
  parentOf,
} from './pages.ts'

/** The site's address for a companion that can send no header: the upload key is part of it. */
export const KEYED_SITE = { path: '/k/:uploadKey' } as const satisfies Page

/** The upload key in the address of a site that somebody typed or pasted; null: it has none. */
export function findUploadKey(typed: string): string | null {
  return new RegExp(`${parentOf(KEYED_SITE)}/([^/\\s]+)`).exec(typed)?.[1] ?? null
}

/** Parameters that only the people know who were given the address. */
export const SECRET_PARAMS: readonly string[] = ['token', 'uploadKey']

/** The parameters of a page's address; null if it is another page's. What follows the path makes no difference. */
export function paramsAt<const Path extends string>(
  { path }: Address<Path>,
  address: string,
): Params<Path, string> | null {
  const found = patternOf(path).exec(address)
  return (
    found &&
    (Object.fromEntries(
      Object.entries(found.groups ?? {}).flatMap(([name, text]) =>
        text === undefined ? [] : [[name, decoded(text)]],
      ),
    ) as Params<Path, string>)
  )
}

function patternOf(path: string): RegExp {
  const parts = path.replace(/\/:(\w+)(\??)/g, '(?:/(?<$1>[^/?#]+))$2')
  return new RegExp(`^${parts}/?(?:[?#]|$)`)
}

/** Anything may arrive as an address, even one that cannot be decoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export interface Place extends Page {
  readonly name: PageName
  /** Whether it is the page's board in a page of another site. */
  readonly isEmbed: boolean
}

/** All pages, and the boards of those that have one for other sites. */
export const PLACES: readonly Place[] = Object.entries<Page>(PAGES).flatMap(([key, page]) => {
  const name = key as PageName
  const whole = { ...page, name, isEmbed: false }
  return page.hasEmbed
    ? [whole, { ...embedOf({ ...page, hasEmbed: true }), name, isEmbed: true }]
    : [whole]
})

const PATTERNS = PLACES.map((place) => ({ place, pattern: patternOf(place.path) }))

/** What is at an address; null if nothing is. */
export function findPlace(address: string): Place | null {
  return PATTERNS.find(({ pattern }) => pattern.test(address))?.place ?? null
}
