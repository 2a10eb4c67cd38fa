/** A platform is a value: only its own entry and its own file know what is special to it. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { PLATFORMS } from '@rollcall/scoring/platforms'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')

/** The list, and of a platform with which people sign in its file and the line that names the file. */
const KNOWN = [
  'packages/scoring/src/platforms.ts',
  'packages/server/src/domain/people/platforms/all.ts',
  'packages/server/src/domain/people/platforms/twitch.ts',
  // Practice sign-in gives the answers of this platform.
  'packages/server/src/domain/people/sign-in/practice-platform.ts',
]

test('no other code names a platform', () => {
  const names = new RegExp(`\\b(?:${Object.keys(PLATFORMS).join('|')})`, 'i')
  const naming = execFileSync('git', ['ls-files', 'packages/*/src/*.ts', 'packages/*/src/*.tsx'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && !/\.test\.|\/testing\/|\/migrations\//.test(file))
    .filter((file) => names.test(readFileSync(path.join(root, file), 'utf8')))
  expect(naming.filter((file) => !KNOWN.includes(file))).toEqual([])
})
