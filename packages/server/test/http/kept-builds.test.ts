import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { keepBuilds } from '../../src/edge/kept-builds.ts'
import { startTestServer } from '../helpers/test-server.ts'

/** A build with one script, in place of the one before. */
async function build(dataDir: string, name: string): Promise<string> {
  const webDir = path.join(dataDir, 'web')
  await rm(webDir, { recursive: true, force: true })
  await mkdir(path.join(webDir, 'assets'), { recursive: true })
  await writeFile(path.join(webDir, 'index.html'), `<html><head></head><body>${name}</body></html>`)
  await writeFile(path.join(webDir, 'assets', `page-${name}.js`), name)
  return webDir
}

test('the scripts of this build and of the one before are served, also while a new build replaces it', async () => {
  let dataDir = ''
  const server = await startTestServer({
    async makeWebDir(dir) {
      dataDir = dir
      for (const [day, name] of ['oldest00', 'before00'].entries()) {
        const webDir = await build(dir, name)
        await keepBuilds({ webDir, dataDir: dir, now: new Date(Date.UTC(2020, 0, day + 1)) })
      }
      return build(dir, 'current0')
    },
  })
  const ask = async (name: string) => {
    const { statusCode, body, headers } = await server.app.inject(`/assets/page-${name}.js`)
    return { statusCode, body, cache: headers['cache-control'] }
  }
  const cache = 'public, max-age=31536000, immutable'
  expect(await ask('before00')).toEqual({ statusCode: 200, body: 'before00', cache })
  expect(await ask('current0')).toEqual({ statusCode: 200, body: 'current0', cache })
  expect((await ask('oldest00')).statusCode).toBe(404)
  expect((await server.app.inject('/')).body).toContain('current0')
  expect(await readdir(path.join(dataDir, 'web-builds'))).toHaveLength(2)

  await build(dataDir, 'next0000')
  expect(await ask('current0')).toEqual({ statusCode: 200, body: 'current0', cache })
})

test('a relative DATA_DIR, which is the default, leads to absolute folders', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'rollcall-test-'))
  const kept = await keepBuilds({
    webDir: await build(dir, 'current0'),
    dataDir: path.relative(process.cwd(), dir),
    now: new Date(),
  })
  await rm(dir, { recursive: true })
  expect(kept).toEqual([expect.stringContaining(path.join(dir, 'web-builds'))])
})
