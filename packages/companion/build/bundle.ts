import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

/** All of the companion in one CommonJS file for Node 22 or newer. */
export async function bundleCompanion(file: string): Promise<void> {
  const made = await rolldown({
    input: fileURLToPath(new URL('../src/main.ts', import.meta.url)),
    platform: 'node',
    transform: { target: 'node22' },
  })
  await made.write({ file, format: 'cjs', minify: true })
  await made.close()
}
