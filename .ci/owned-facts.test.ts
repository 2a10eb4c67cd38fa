/** Facts that one folder owns: nobody else works them out from the columns that they are stored in. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const folder = path.join(import.meta.dirname, '../packages/server/src')
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts'], {
  cwd: folder,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && !/\.(?:test|generated)\.ts$/.test(file))

/** Patterns of such columns where they are compared, with the owner and the files that may do so for another reason. */
const OWNERS: Readonly<Record<string, { pattern: RegExp; owner: string; others?: string[] }>> = {
  'who owns an event or a series': {
    // Joining the owner's user, to show who that is, is no comparison.
    pattern: /created_by (?:=|<>|is|in)|created_by',\s*'|user_id (?:=|<>) \w+\.created_by/,
    owner: 'domain/rights/',
  },
  'who helps to run an event or a series': {
    pattern: /helper\.role (?:=|<>|in)/,
    owner: 'domain/rights/',
  },
  'who sees an event': {
    pattern: /\bis_(?:public|listed|sealed)\b|settings\.isPublic/,
    owner: 'domain/visibility/',
    // They read and change the settings, and announce what changes with a seal.
    others: [
      'domain/show/stored-show.ts',
      'domain/show/acts/change-show-settings.ts',
      'domain/show/steps.ts',
    ],
  },
  'who owned a login when': {
    pattern: /\blogin_periods\b/,
    owner: 'domain/people/',
    others: [
      // They copy, rename and delete whole periods, check them, and make their index.
      ...['desk/account/own-data.ts', 'desk/account/forget-racers.ts', 'ops/verify/'],
      ...['domain/intake/channels/retire-practice.ts', 'platform/database/trigrams.ts'],
    ],
  },
  'what admins may do to other people’s things': {
    pattern: /\.isAdmin\b/,
    owner: 'domain/rights/',
    others: [
      // Endpoints for admins only, default configurations, the answer about oneself.
      ...['edge/access.ts', 'domain/scoring/', 'domain/people/sign-in/routes.ts'],
      // An admin's key does not speak for an admin, and a cache keeps admins apart.
      ...['domain/intake/channels/channel-proof.ts', 'outputs/live/following.ts'],
    ],
  },
}

describe.each(Object.entries(OWNERS))('%s', (_, { pattern, owner, others = [] }) => {
  const users = files.filter((file) => {
    const text = readFileSync(path.join(folder, file), 'utf8')
    return pattern.test(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ''))
  })

  it('is compared by its owner only', () => {
    expect(
      users.filter((file) => ![owner, ...others].some((each) => file.startsWith(each))),
    ).toEqual([])
  })

  it('is compared there', () => {
    for (const each of [owner, ...others]) {
      expect(
        users.some((file) => file.startsWith(each)),
        each,
      ).toBe(true)
    }
  })
})
