import { PLACES } from '@rollcall/contract/places'
import type { RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import { routes } from './routes.ts'

/** Not pages: what is at no other address, and the parts that `npm run dev` shows. */
const NO_PAGES = ['*', '/parts']

function pathsIn(all: readonly RouteObject[]): string[] {
  return all.flatMap(({ path, children = [] }) => [
    ...(path === undefined ? [] : [path]),
    ...pathsIn(children),
  ])
}

test('the routes are the pages, without those of the overlays', () => {
  const pages = PLACES.filter(({ isOverlay, isEmbed }) => !isOverlay && !isEmbed)
  const paths = new Set(pathsIn(routes).filter((path) => !NO_PAGES.includes(path)))
  expect([...paths].sort()).toEqual(pages.map(({ path }) => path).sort())
})
