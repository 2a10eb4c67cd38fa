import type { Scope } from '@rollcall/contract/scopes'
import { catalogue } from '#texts/language.ts'
import { formatCount, formatNumber } from '#ui/format-number.ts'

export const texts = catalogue('api-keys', {
  title: 'API keys',
  lead: "For programs that read data from this site: bots, spreadsheets, other sites. A key can't change anything.",
  reference: 'All calls and their scopes are in the <docs/>.',
  docs: 'API reference',

  list: {
    title: 'Your keys',
    none: 'You have no API keys.',
    scopes: (scopes: string) => `May read: ${scopes}`,
    made: 'Made <time/>',
    used: 'last used <time/>',
    unused: 'not used yet',
    revoke: 'Revoke',
    revokeKey: (name: string) => `Revoke ${name}`,
    revokeQuestion: (name: string) => `Revoke "${name}"?`,
    revokeResult: "Programs that use this key stop working at once. You can't undo this.",
    revoked: '<name/> is revoked.',
  },

  make: {
    title: 'Make a key',
    name: 'Name',
    nameHint: 'What you will use it for, such as the name of your bot.',
    scopes: 'What it may read',
    submit: 'Make Key',
    new: 'Your new key',
    key: 'API key',
    once: 'Copy it now: it is shown only this once. Send it with each call in the header Authorization, after "Bearer ".',
  },

  scopes: {
    'read:boards': 'Boards of seasons and channels',
    'read:events': 'Listed events and public event pages',
    'read:racers': 'Racers, games and maps',
    'read:own-events': 'Your own events: those you created or take part in, as you see them',
  } satisfies Record<Scope, string>,

  limits: {
    title: 'Limits of each key',
    lead: 'The X-RateLimit headers of each answer say how many calls are left. Beyond the limit, calls are refused for a while.',
    of: {
      general: 'Most calls',
      search: 'Searches and leaderboard pages',
      exports: 'Downloads of whole boards',
    },
    value: (calls: number, seconds: number) =>
      seconds === 60
        ? `${formatNumber(calls)} a minute`
        : `${formatNumber(calls)} in ${formatCount(seconds / 60, { one: 'minute', other: 'minutes' })}`,
    none: 'No limit',
  },
})
