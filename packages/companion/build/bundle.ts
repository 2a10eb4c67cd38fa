import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

/** Bundles the whole companion into one CommonJS file for Node 22 or newer. */
export async function bundleCompanion(file: string): Promise<void> {
  const bundle = await rolldown({
    input: fileURLToPath(new URL('../src/main.ts', import.meta.url)),
    platform: 'node',
    transform: { target: 'node22' },
  })
  await bundle.write({ file, format: 'cjs', minify: true })
  await bundle.close()
}
