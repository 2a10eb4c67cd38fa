/** The files of `deploy/`, with this run's directories and secrets in place of those that an operator has. */
import { readFile, writeFile } from 'node:fs/promises'
import { must } from './fault.ts'

const DEPLOY = new URL('../deploy/', import.meta.url)

export type Replacements = Readonly<Record<string, string>>

/** Fails if the file does not contain what is to be replaced. */
export async function readDeployed(name: string, replacements: Replacements): Promise<string> {
  let text = await readFile(new URL(name, DEPLOY), 'utf8')
  for (const [from, to] of Object.entries(replacements)) {
    must(text.includes(from), `deploy/${name} does not contain: ${from}`)
    text = text.replaceAll(from, to)
  }
  return text
}

export async function fillDeployed(
  name: string,
  replacements: Replacements,
  file: string,
): Promise<void> {
  await writeFile(file, await readDeployed(name, replacements), { mode: 0o644 })
}

/** A file of variables, as systemd reads it. */
export async function readVariables(
  name: string,
  replacements: Replacements,
): Promise<Record<string, string>> {
  return variablesIn((await readDeployed(name, replacements)).split('\n'))
}

/** What systemd would run for an instance of the unit. */
export async function readUnit(
  instance: string,
  replacements: Replacements,
): Promise<{ command: string[]; environment: Record<string, string>; cwd: string }> {
  const text = await readDeployed('rollcall@.service', { '%i': instance, ...replacements })
  const settings = (key: string) =>
    text
      .split('\n')
      .flatMap((line) => (line.startsWith(`${key}=`) ? [line.slice(key.length + 1)] : []))
  return {
    command: settings('ExecStart')[0]?.split(' ') ?? [],
    environment: variablesIn(settings('Environment')),
    cwd: settings('WorkingDirectory')[0] ?? '',
  }
}

function variablesIn(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [, name = '', value = ''] = /^([A-Z]\w*)=(.*)$/.exec(line) ?? []
      return name === '' ? [] : [[name, value]]
    }),
  )
}
