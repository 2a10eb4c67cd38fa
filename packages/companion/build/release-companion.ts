/**
 * `npm run release -w @rollcall/companion`: builds the companion, publishes its patch note, and uploads its installer
 * to a site. An interrupted release is finished by running the same command again.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openAsBlob, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { ErrorReply } from '@rollcall/contract/endpoint'
import {
  createPatchNote,
  getLatestCompanion,
  listPatchNotes,
  problemOfNote,
  uploadInstaller,
} from '@rollcall/contract/releases'
import * as z from 'zod/mini'
import manifest from '../package.json' with { type: 'json' }
import { siteAddress } from '../src/settings.ts'
import { findToolProblem } from './build-tools.ts'

const HELP = `Builds the companion, publishes its patch note and uploads its installer to a site.

  --site URL     the address of the site
  --note FILE    the patch note, as markdown; without it: packages/companion/release-note.md
  --title TEXT   its title; without it: Rollcall Companion and the version
  --built        use an existing build of this version, if there is one

ROLLCALL_TOKEN must contain the token of an admin's session: jwtToken in the browser's local storage.
`
const { version } = manifest
const say = (line: string) => process.stdout.write(`${line}\n`)
const resolve = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const setup = resolve(`../dist/Rollcall-Companion-Setup-${version}.exe`)

interface Release {
  site: string
  token: string
  title: string
  note: string
  reusesBuild: boolean
}

try {
  await release(readRelease())
} catch (error) {
  say((error as Error).message)
  process.exitCode = 1
}

function readRelease(): Release {
  const { values } = parseArgs({
    options: {
      site: { type: 'string' },
      note: { type: 'string', default: resolve('../release-note.md') },
      title: { type: 'string', default: `Rollcall Companion ${version}` },
      built: { type: 'boolean', default: false },
    },
  })
  const token = process.env.ROLLCALL_TOKEN
  if (!values.site || !token) {
    throw new Error(HELP)
  }
  const site = siteAddress(values.site).origin
  const note = readFileSync(values.note, 'utf8')
  const problem = problemOfNote(note)
  if (problem !== null) {
    throw new Error(`${values.note}: ${problem.error}`)
  }
  return { site, token, title: values.title, note, reusesBuild: values.built }
}

async function release({ site, token, title, note, reusesBuild }: Release): Promise<void> {
  const call = makeCaller(site, token)
  // 1. Build nothing that the site already has.
  const { latest } = await call(getLatestCompanion)
  if (latest?.version === version) {
    say(`Rollcall Companion ${version} is already on ${site}.`)
    return
  }
  const notes = await call(listPatchNotes)
  // 2. Build the installer.
  if (!(reusesBuild && existsSync(setup))) {
    await build()
  }
  // 3. Publish the note before the version: companions show the notes that exist when they find the version.
  if (!notes.some((each) => each.title === title)) {
    const headers = { 'content-type': 'application/json' }
    await call(createPatchNote, { headers, body: JSON.stringify({ title, content: note }) })
    say(`Published: ${title}`)
  }
  // 4. Upload the installer.
  const form = new FormData()
  form.set('product', 'rollcall')
  form.set('file', await openAsBlob(setup), path.basename(setup))
  say(`Uploading ${path.basename(setup)} …`)
  const stored = await call(uploadInstaller, { body: form })
  say(`Rollcall Companion ${version} is on the download page. SHA-256: ${stored.sha256}`)
}

/** Builds in a child process: connections to the site may end meanwhile, and a blocked process would not notice. */
async function build(): Promise<void> {
  const problem = findToolProblem()
  if (problem !== null) {
    throw new Error(`Rollcall Companion is not built: ${problem}`)
  }
  const building = spawn(process.execPath, [resolve('./build-companion.ts')], { stdio: 'inherit' })
  const [status] = await once(building, 'close')
  if (status !== 0) {
    throw new Error('The build failed. Nothing was published.')
  }
}

interface CalledEndpoint<Response> {
  method: string
  path: string
  response: z.ZodMiniType<Response>
}

/** Makes a function for calls of the contract, which throws the site's sentence if a call is refused. */
function makeCaller(site: string, token: string) {
  return async <Response>(
    { method, path: address, response }: CalledEndpoint<Response>,
    init: { headers?: Record<string, string>; body?: FormData | string } = {},
  ): Promise<Response> => {
    const headers = { ...init.headers, authorization: `Bearer ${token}` }
    const answer = await fetch(new URL(address, site), { ...init, method, headers }).catch(
      (error: Error) => {
        throw new Error(`${site} cannot be reached: ${error.message}`)
      },
    )
    const body: unknown = await answer.json().catch(() => null)
    const read = z.safeParse(response, body)
    if (answer.ok && read.success) {
      return read.data
    }
    const reply = z.safeParse(ErrorReply, body)
    throw new Error(
      reply.success ? reply.data.error : `${address} of ${site} answered ${answer.status}.`,
    )
  }
}
