/** The texts of the audit log. The sentences of acts are the contract's, and their parts are facts of an entry. */
import { AUDIT_SENTENCES } from '@rollcall/contract/words/audit-log'
import { formatCount } from '#ui/format-number.ts'

/** Outcomes of uploads. */
const outcomes: Readonly<Record<string, string>> = {
  stored: 'stored',
  duplicate: 'duplicate',
  stale: 'stale',
  refused: 'refused',
}

/** Names of facts. */
const facts: Readonly<Record<string, string>> = {
  number: 'number',
  where: 'where',
  note: 'note',
  racer: 'racer',
  reporter: 'reporter',
  title: 'title',
  content: 'content',
  file: 'file',
  sha256: 'SHA-256',
  version: 'version',
  product: 'product',
  configuration: 'configuration',
  default: 'default',
  name: 'name',
  event: 'event',
  events: 'events',
  series: 'series',
  owner: 'owner',
  helper: 'helper',
  role: 'role',
  seesSealed: 'sees sealed results',
  before: 'before',
  after: 'after',
  move: 'move',

  receipt: 'receipt',
  upload: 'upload',
  channel: 'channel',
  season: 'season',
  proof: 'proof',
  code: 'code',
  status: 'status',
  part: 'part',
  line: 'line',
  column: 'column',
  warnings: 'warnings',
  'size in bytes': 'size in bytes',
  'content hash': 'content hash',
  kind: 'kind',
  received: 'received',
  games: 'games',
  racers: 'racers',
  added: 'added',
  changed: 'changed',
  removed: 'removed',
}

export const audit = {
  title: 'Audit Log',
  lead: 'What admins did and what happened to every upload, newest first.',
  kind: 'Kind',
  everything: 'Everything',
  adminActs: 'Admin actions',
  uploads: 'Uploads',
  user: 'User',
  lookupHint: 'Search by user name',
  clear: 'user',
  entries: (count: number) => `${formatEntries(count)}.`,
  someEntries: (count: number) => `${formatEntries(count)}, and there are older ones.`,
  none: 'Nothing has happened yet.',
  noneFound: 'No entries match.',
  showOlder: 'Show older',
  details: 'Details',
  unknownUser: 'Unknown user',
  from: (address: string) => `from ${address}`,

  acts: AUDIT_SENTENCES,
  outcomes,
  facts,
} as const

function formatEntries(count: number): string {
  return formatCount(count, { one: 'entry', other: 'entries' })
}
