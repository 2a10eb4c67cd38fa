/**
 * Prints how much code ships: lines of TypeScript and CSS, exported names, and the median of lines a file, of the
 * working tree or of a commit (`node .ci/count-code.ts COMMIT`). Generated files, migrations, texts and tests do not
 * count, and neither do bench, e2e and faults.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const [commit] = process.argv.slice(2)
const git = (...args: string[]) =>
  execFileSync('git', args, { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 })

const files = (commit ? git('ls-tree', '-r', '--name-only', commit) : git('ls-files'))
  .split('\n')
  .filter((file) => /^packages\/[^/]+\/src\/.*\.(?:tsx?|css)$/.test(file))
  .filter(
    (file) => !/\.test\.tsx?$|\.generated\.|\/texts\.ts$|-texts\.ts$|\/languages\//.test(file),
  )

const read = (file: string) =>
  commit ? git('show', `${commit}:${file}`) : readFileSync(file, 'utf8')

function print(kind: string, pattern: RegExp): void {
  const texts = files.filter((file) => pattern.test(file)).map(read)
  const lines = texts.map((text) => text.split('\n').length - 1).toSorted((a, b) => a - b)
  const sum = lines.reduce((total, count) => total + count, 0)
  const exported = texts.join('\n').match(/^export (?!\{|\*|default)/gm)?.length ?? 0
  const median = lines[Math.floor(lines.length / 2)] ?? 0
  process.stdout.write(
    `${kind}: ${sum} lines in ${lines.length} files, median ${median}; ${exported} exported names\n`,
  )
}

print('TypeScript', /\.tsx?$/)
print('CSS', /\.css$/)
