/** The texts of the audit log. The parts of an act's sentence are facts of its entry. */
import type { AuditAct } from '@rollcall/contract/admin'
import { formatCount } from '#ui/format-number.ts'

/** What admins did, by act. If there are several sentences, the first one whose facts the entry has. */
const acts: Readonly<Record<AuditAct, string | Readonly<Record<string, string>>>> = {
  'settings-updated': 'Changed the settings: <settings/>.',
  'season-change-undone': 'Undid the change of the season: it is <after/> again, not <before/>.',
  'admin-bound': '<username/> is an admin from now on, because ADMIN_LOGINS lists the login.',
  'report-resolved': 'Resolved the report about <racer/> by <reporter/>.',
  'report-dismissed': 'Dismissed the report about <racer/> by <reporter/>.',

  'patch-note-created': 'Created the patch note <title/>.',
  'patch-note-updated': 'Changed the patch note <title/>.',
  'patch-note-deleted': 'Deleted the patch note <title/>.',
  'installer-uploaded': 'Uploaded the installer <file/>.',
  'default-configuration-created': 'Created the default configuration <configuration/>.',
  'default-configuration-changed': 'Changed the default configuration <configuration/>.',
  'default-configuration-deleted': 'Deleted the default configuration <configuration/>.',

  'event-changed': "Changed somebody else's event <event/>.",
  'event-deleted': 'Deleted the event <event/> by <owner/>.',
  'series-renamed': "Renamed somebody else's series to <name/>.",
  'series-ordered': "Reordered the events of somebody else's series <series/>.",
  'series-deleted': 'Deleted the series <series/> by <owner/>, with its events.',
  'series-event-created': "Created the event <event/> in somebody else's series <series/>.",
  'series-event-added': "Added the event <event/> to somebody else's series <series/>.",
  'series-event-taken-out': "Removed the event <event/> from somebody else's series <series/>.",

  'snapshot-put-back': {
    season: 'Put back a snapshot of season <season/> by <channel/>. Racers: <racers/>.',
    event: 'Put back a snapshot of the event <event/> by <channel/>. Racers: <racers/>.',
  },
  'upload-undone': {
    season: 'Removed the snapshot of season <season/> by <channel/>.',
    event: 'Removed the snapshot of the event <event/> by <channel/>.',
    games: 'Removed games of <channel/>: <games/>.',
  },

  'show-settings': "Changed who can see what in somebody else's event <event/>.",
  'show-token': "Replaced a link of somebody else's event <event/>.",
  'show-start': "Started the show of somebody else's event <event/>.",
  'show-next': "Moved on in the show of somebody else's event <event/>.",
  'show-back': "Moved back in the show of somebody else's event <event/>.",
  'show-jump': "Jumped to a rank in the show of somebody else's event <event/>.",
  'show-podium': "Showed the podium of somebody else's event <event/>.",
  'show-finish': "Finished the show of somebody else's event <event/>.",
  'show-reset': "Reset the show of somebody else's event <event/>.",
  'show-take-over': "Accepted new results in the show of somebody else's event <event/>.",
  'discord-post': "Posted the results of somebody else's event <event/> in Discord.",
  'discord-webhook': "Changed where the results of somebody else's event <event/> are posted.",
}

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

  acts,
  outcomes,
  facts,
} as const

function formatEntries(count: number): string {
  return formatCount(count, { one: 'entry', other: 'entries' })
}
