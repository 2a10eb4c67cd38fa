import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ConfigError } from '@rollcall/server/config'
import { z } from 'zod'

const FILE = 'demo.json'

const Written = z.object({
  today: z.iso.datetime(),
  done: z.array(z.string()),
})
type Written = z.infer<typeof Written>

export interface Progress {
  today: Date
  isDone(step: string): boolean
  markDone(step: string): Promise<void>
}

/** @throws {ConfigError} if the directory contains data that is not a demo's */
export async function openProgress(dataDir: string, now: Date): Promise<Progress> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const file = path.join(dataDir, FILE)
  if (!existsSync(file)) {
    if (existsSync(path.join(dataDir, 'database'))) {
      throw new ConfigError(
        `DATA_DIR: ${dataDir} holds data that is not the demo's; give the demo a directory of its own`,
      )
    }
    await write(file, { today: now.toISOString(), done: [] })
  }
  const { today, done } = Written.parse(JSON.parse(await readFile(file, 'utf8')))
  return {
    today: new Date(today),
    isDone: (step) => done.includes(step),
    async markDone(step) {
      done.push(step)
      await write(file, { today, done })
    },
  }
}

async function write(file: string, content: Written): Promise<void> {
  await writeFile(`${file}.new`, `${JSON.stringify(content)}\n`)
  await rename(`${file}.new`, file)
}
