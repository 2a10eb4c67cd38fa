import type { RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import { adminRoutes, settingsPath, settingsRoute } from './admin-routes.ts'
import { routes } from './routes.ts'

function pathsIn(all: readonly RouteObject[]): string[] {
  return all.flatMap(({ path, children = [] }) => [
    ...(path === undefined ? [] : [path]),
    ...pathsIn(children),
  ])
}

test('every admin page is in the list of guarded routes', () => {
  const paths = pathsIn(routes).filter((path) => path.startsWith('/admin'))
  expect(paths.sort()).toEqual([...adminRoutes, settingsRoute].map(({ path }) => path).sort())
})

test("the settings' path contains the product's name", () => {
  expect(settingsPath('rollcall')).toBe('/admin/update-rollcall-settings')
})
