import type { RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import { adminRoutes, settingsPathOf, settingsRoute } from './admin-routes.ts'
import { routes } from './routes.ts'

function pathsIn(all: readonly RouteObject[]): string[] {
  return all.flatMap(({ path, children = [] }) => [
    ...(path === undefined ? [] : [path]),
    ...pathsIn(children),
  ])
}

test('every page for admins is in the list that guards them', () => {
  const paths = pathsIn(routes).filter((path) => path.startsWith('/admin'))
  expect(paths.sort()).toEqual([...adminRoutes, settingsRoute].map(({ path }) => path).sort())
})

test('the settings are where the product is called', () => {
  expect(settingsPathOf('rollcall')).toBe('/admin/update-rollcall-settings')
})
