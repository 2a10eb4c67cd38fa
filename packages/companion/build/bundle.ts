import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

/**
 * Bundles the whole companion into one CommonJS file for Node 22 or newer.
 *
 * @returns the directories of the packages in it that are not ours
 */
export async function bundleCompanion(file: string): Promise<string[]> {
  const bundle = await rolldown({
    input: fileURLToPath(new URL('../src/main.ts', import.meta.url)),
    platform: 'node',
    transform: { target: 'node22' },
  })
  const { output } = await bundle.write({ file, format: 'cjs', minify: true })
  await bundle.close()
  const modules = output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []))
  const packages = modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? [])
  return [...new Set(packages)]
}
