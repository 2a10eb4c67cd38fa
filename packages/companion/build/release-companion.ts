/**
 * `npm run release:companion`: builds the companion, publishes its patch note, and puts its installer on a
 * site. Run again it does what is left, so a release that broke off is finished by the same command.
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
import { problemOfTools } from './build-tools.ts'

const HELP = `Builds the companion, publishes its patch note and puts its installer on a site.

  --site URL     the address of the site
  --note FILE    the patch note, as markdown; without it: packages/companion/release-note.md
  --title TEXT   its title; without it: Rollcall Companion and the version
  --built        take what has been built of this version, where there is any

ROLLCALL_TOKEN must hold the token of an admin's session: jwtToken in the storage of the browser.
`
const { version } = manifest
const say = (line: string) => process.stdout.write(`${line}\n`)
const place = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const setup = place(`../dist/Rollcall-Companion-Setup-${version}.exe`)

interface Release {
  site: string
  token: string
  title: string
  note: string
  takesBuilt: boolean
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
      note: { type: 'string', default: place('../release-note.md') },
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
    throw new Error(`${values.note}: ${problem}`)
  }
  return { site, token, title: values.title, note, takesBuilt: values.built }
}

async function release({ site, token, title, note, takesBuilt }: Release): Promise<void> {
  const call = caller(site, token)
  // 1. Nothing is built that the site would not take.
  const { latest } = await call(getLatestCompanion)
  if (latest?.version === version) {
    say(`Rollcall Companion ${version} is on ${site} already.`)
    return
  }
  const notes = await call(listPatchNotes)
  // 2. Its installer.
  if (!(takesBuilt && existsSync(setup))) {
    await build()
  }
  // 3. The note first: every companion that hears of the version shows what was written before it.
  if (!notes.some((each) => each.title === title)) {
    const headers = { 'content-type': 'application/json' }
    await call(createPatchNote, { headers, body: JSON.stringify({ title, content: note }) })
    say(`Published: ${title}`)
  }
  // 4. The upload.
  const form = new FormData()
  form.set('product', 'rollcall')
  form.set('file', await openAsBlob(setup), path.basename(setup))
  say(`Uploading ${path.basename(setup)} …`)
  const stored = await call(uploadInstaller, { body: form })
  say(`Rollcall Companion ${version} is on the download page. SHA-256: ${stored.sha256}`)
}

/** Meanwhile connections to the site end, which a process that stood still would not notice. */
async function build(): Promise<void> {
  const problem = problemOfTools()
  if (problem !== null) {
    throw new Error(`Rollcall Companion is not built: ${problem}`)
  }
  const building = spawn(process.execPath, [place('./build-companion.ts')], { stdio: 'inherit' })
  const [status] = await once(building, 'close')
  if (status !== 0) {
    throw new Error('The build failed. Nothing was published.')
  }
}

interface Called<Response> {
  method: string
  path: string
  response: z.ZodMiniType<Response>
}

/** Makes calls of the contract; throws the site's sentence where one is refused. */
function caller(site: string, token: string) {
  return async <Response>(
    { method, path: address, response }: Called<Response>,
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
