/** In what two readings of every address differ. */
import type { Answer, Answers } from './held-installation.ts'

/**
 * For each kind of address, the fields that differ, as a path without the places in lists. An answer that is no JSON, or
 * has another status, differs as a whole; of a text, the first lines that differ are named.
 */
export function differencesOf(one: Answers, other: Answers): Record<string, string[]> {
  const found = new Map<string, Set<string>>()
  for (const [called, answer] of one) {
    const same = other.get(called)
    if (same === undefined) {
      throw new Error(`${called} was read only once`)
    }
    for (const path of pathsOf(answer, same)) {
      const paths = found.get(answer.kind) ?? new Set()
      found.set(answer.kind, paths.add(path))
    }
  }
  return Object.fromEntries([...found].map(([kind, paths]) => [kind, [...paths].sort()]))
}

function pathsOf(one: Answer, other: Answer): string[] {
  if (one.status !== other.status) {
    return [`status ${one.status} ${other.status}`]
  }
  if (one.text === other.text) {
    return []
  }
  return one.type.includes('json')
    ? [...new Set(compare(JSON.parse(one.text), JSON.parse(other.text), ''))]
    : [firstDifference(one.text.split('\n'), other.text.split('\n'))]
}

function firstDifference(one: readonly string[], other: readonly string[]): string {
  const at = one.findIndex((line, index) => line !== other[index])
  return `${one[at]} / ${other[at]}`
}

function compare(one: unknown, other: unknown, path: string): string[] {
  if (one === other) {
    return []
  }
  if (Array.isArray(one) && Array.isArray(other)) {
    return Array.from({ length: Math.max(one.length, other.length) }, (_, index) =>
      compare(one[index], other[index], `${path}[]`),
    ).flat()
  }
  if (isObject(one) && isObject(other)) {
    return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((name) =>
      compare(one[name], other[name], path === '' ? name : `${path}.${name}`),
    )
  }
  return [path]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
