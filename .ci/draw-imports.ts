/**
 * Draws all imports of the code that ships: how many there are between packages, and from each part of `layers.ts` to
 * each other. `node .ci/draw-imports.ts > docs/pictures/imports.md`
 */
import { FOLDERS, PACKAGES } from '../layers.ts'
import { findPackage, findPart, imports, isTest } from './imports.ts'

type Find = (file: string) => string | undefined

/** How many imports go from which part to which other. */
function countBetween(find: Find): Map<string, Map<string, number>> {
  const counts = new Map<string, Map<string, number>>()
  for (const { file, imported } of imports) {
    const [from, to] = [isTest(file) ? undefined : find(file), find(imported)]
    if (from !== undefined && to !== undefined && from !== to) {
      const row = counts.get(from) ?? new Map<string, number>()
      counts.set(from, row.set(to, (row.get(to) ?? 0) + 1))
    }
  }
  return counts
}

function drawPackages(): string {
  const counts = countBetween((file) =>
    /\/src\/|^@/.test(file) ? findPackage(file)?.listed : undefined,
  )
  const arrows = PACKAGES.flat().flatMap((from) =>
    [...(counts.get(from) ?? [])].map(
      ([to, count]) => `  ${nameOf(from)} -->|${count}| ${nameOf(to)}`,
    ),
  )
  return ['```mermaid', 'flowchart TD', ...arrows, '```'].join('\n')
}

const nameOf = (part: string) => part.replace('packages/', '')

/** A row for each part, the highest first; a column for each part that something imports. */
function drawFolder(folder: string): string {
  const layers = FOLDERS[folder] ?? []
  const parts = layers.map((line) => (line.every(isFile) ? [line] : line.map((part) => [part])))
  const rows = parts.flat()
  const find: Find = (file) => {
    const found = file.startsWith(`${folder}/`)
      ? findPart(file.slice(folder.length + 1), layers)?.listed
      : undefined
    return rows.find((row) => found !== undefined && row.includes(found))?.[0]
  }
  const counts = countBetween(find)
  const columns = rows
    .map(([part = ''], index) => ({ part, number: index + 1 }))
    .filter(({ part }) => [...counts.values()].some((row) => row.has(part)))
  const names = rows.map((row, index) => `${String(index + 1).padStart(2)} ${row.join(', ')}`)
  const width = Math.max(...names.map((name) => Math.min(name.length, 24)))
  const line = (name: string, cells: readonly (number | string)[]) =>
    `${name.length > width ? `${name.slice(0, width - 1)}…` : name.padEnd(width)}${cells
      .map((cell) => String(cell).padStart(4))
      .join('')}`.trimEnd()
  return [
    '```',
    line(
      '',
      columns.map(({ number }) => number),
    ),
    ...rows.map(([part = ''], index) =>
      line(
        names[index] ?? '',
        columns.map(({ part: to }) => counts.get(part)?.get(to) ?? '·'),
      ),
    ),
    '```',
  ].join('\n')
}

const isFile = (part: string) => part.includes('.')

process.stdout.write(`# Imports

Drawn by \`node .ci/draw-imports.ts\`, without tests. Each number is how many imports go that way. The order is that of
\`layers.ts\`: a part imports only what is below it.

## Between packages

${drawPackages()}
${Object.keys(FOLDERS)
  .map(
    (folder) => `
## In ${folder}

Rows import columns; a column has the number of its row.

${drawFolder(folder)}
`,
  )
  .join('')}`)
