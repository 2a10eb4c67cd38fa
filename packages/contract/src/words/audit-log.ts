/**
 * The sentences of the audit log. Their parts are facts of the entry, in tags, so that a page can mark names:
 * `Deleted the event <event/> of <owner/>.`
 */
import type { NumbersChange } from '../uploads-mine.ts'
import { FROM_BEFORE } from './from-before.ts'
import { leftOutInWords } from './left-out-games.ts'
import { changeInWords, type Gone, goneInWords, racersInWords } from './undone-uploads.ts'

const MOVED = 'Moved the show of <event/>, an event of somebody else.'

type Sentences = Readonly<Record<string, string | Readonly<Record<string, string>>>>

/** By act. If there are several sentences, the first one whose parts the entry has. */
export const AUDIT_SENTENCES = {
  'settings-updated': 'Changed the settings: <settings/>.',
  'season-change-undone': 'Undid the change of the season: it is <after/> again, not <before/>.',
  'admin-bound': '<username/> is an admin from now on: ADMIN_LOGINS lists the login.',
  'report-resolved': 'Resolved the report of <racer/> by <reporter/>.',
  'report-dismissed': 'Dismissed the report of <racer/> by <reporter/>.',
  'report-reopened': 'Took back the decision about the report of <racer/> by <reporter/>.',
  'display-name-hidden': 'Hid the display name of <racer/> on <channel/>.',
  'display-name-shown': 'Showed the display name of <racer/> on <channel/> again.',
  'game-left-out': 'Left game <game/> of <channel/> out of rankings: <because/>.',
  'game-counted-again': 'Let game <game/> of <channel/> count again.',
  'name-off-boards': 'Took <racer/> off the boards of <channel/>.',
  'name-on-boards': 'Put <racer/> back on the boards of <channel/>.',

  'patch-note-created': 'Created the patch note <title/>.',
  'patch-note-updated': 'Changed the patch note <title/>.',
  'patch-note-deleted': 'Deleted the patch note <title/>.',
  'installer-uploaded': 'Uploaded the installer <file/>.',
  'default-configuration-created': 'Created the default configuration <configuration/>.',
  'default-configuration-changed': 'Changed the default configuration <configuration/>.',
  'default-configuration-deleted': 'Deleted the default configuration <configuration/>.',

  'event-changed': 'Changed the event <event/> of somebody else.',
  'event-adjusted': 'Adjusted the points of <racer/> in the event <event/> of somebody else.',
  'adjustment-taken-back':
    'Took back an adjustment of <racer/> in the event <event/> of somebody else.',
  'event-deleted': 'Deleted the event <event/> of <owner/>.',
  'series-renamed': 'Renamed a series of somebody else to <name/>.',
  'series-ordered': 'Put the events of the series <series/> of somebody else in order.',
  'league-rules-changed': 'Set the rules of the league <series/> of somebody else.',
  'round-ended': 'Ended the round <event/> of the league <series/> of somebody else early.',
  'round-goes-on': 'Let the round <event/> of the league <series/> of somebody else go on.',
  'round-voided': 'Voided the round <event/> of the league <series/> of somebody else.',
  'round-restored': 'Let the round <event/> of the league <series/> of somebody else count again.',
  'round-final': 'Made the round <event/> of the league <series/> of somebody else final.',
  'round-prescribed':
    'Changed which games count in the round <event/> of the league <series/> of somebody else.',
  'round-announced':
    'Changed what is announced about the round <event/> of the league <series/> of somebody else.',
  'round-game-swapped':
    'Decided about the game <game/> in the round <event/> of the league <series/>.',
  'round-revised':
    'Published new results of the final round <event/> of the league <series/> of somebody else.',
  'round-kept':
    'Kept the results of the final round <event/> of the league <series/> of somebody else.',
  'streamer-has-run':
    'Said that <streamer/> has run the round <event/> of the league <series/> of somebody else.',
  'streamer-still-runs':
    'Said that <streamer/> is still running the round <event/> of the league <series/> of somebody else.',
  'entry-confirmed': 'Let <entrant/> into the league <series/> of somebody else.',
  'entry-removed':
    'Took <entrant/> out of the league <series/> of somebody else, or declined them.',
  'objection-made': 'Objected to the round <event/> of the league <series/>.',
  'objection-withdrawn': 'Withdrew an objection to the round <event/> of the league <series/>.',
  'objection-answered': 'Answered an objection to the round <event/> of the league <series/>.',
  'team-created': 'Made the team <team/> of the league <series/> of somebody else.',
  'team-changed': 'Changed the team <team/> of the league <series/> of somebody else.',
  'team-deleted': 'Deleted the team <team/> of the league <series/> of somebody else.',
  'team-link-replaced':
    'Replaced the link of the team <team/> of the league <series/> of somebody else.',
  'team-member-admitted':
    'Let somebody into the team <team/> of the league <series/> of somebody else.',
  'team-member-removed':
    'Took somebody out of the team <team/> of the league <series/> of somebody else, or declined them.',
  'league-removed': 'Removed the table of the league <series/> of somebody else.',
  'league-link': 'Made or replaced the public address of the league <series/> of somebody else.',
  'league-link-removed': 'Took the public page of the league <series/> of somebody else away.',
  'season-finished': 'Finished the season of the league <series/> of somebody else.',
  'season-goes-on': 'Let the season of the league <series/> of somebody else go on.',
  'league-copied': 'Copied the league <series/> of somebody else.',
  'prizes-set': 'Set the prizes of the league <series/> of somebody else.',
  'row-passed-over': 'Passed over a racer in the prizes of the league <series/> of somebody else.',
  'row-considered-again':
    'Let a racer who was passed over win prizes of the league <series/> of somebody else again.',
  'row-disqualified': 'Disqualified a racer from the league <series/> of somebody else.',
  'row-qualified-again':
    'Took back that a racer was disqualified from the league <series/> of somebody else.',
  'divisions-set': 'Named the divisions of the league <series/> of somebody else.',
  'division-filled':
    'Put racers into the division <division/> of the league <series/> of somebody else.',
  'division-members-removed':
    'Took racers out of their divisions of the league <series/> of somebody else.',
  'helper-appointed': {
    event: 'Appointed <helper/> as <role/> of the event <event/>, who <sealed/>.',
    series: 'Appointed <helper/> as <role/> of the series <series/>, who <sealed/>.',
  },
  'helper-changed': {
    event: 'Made <helper/> a <role/> of the event <event/>, who <sealed/>.',
    series: 'Made <helper/> a <role/> of the series <series/>, who <sealed/>.',
  },
  'helper-removed': {
    event: 'Removed <helper/> as <role/> of the event <event/>.',
    series: 'Removed <helper/> as <role/> of the series <series/>.',
  },
  'helper-stopped': {
    event: 'Stopped helping as <role/> of the event <event/>.',
    series: 'Stopped helping as <role/> of the series <series/>.',
  },
  'series-deleted': 'Deleted the series <series/> of <owner/> with its events.',
  'series-event-created': 'Created the event <event/> in the series <series/> of somebody else.',
  'series-event-added': 'Added the event <event/> to the series <series/> of somebody else.',
  'series-event-taken-out': 'Took the event <event/> out of the series <series/> of somebody else.',

  'snapshot-put-back': {
    season: 'Put back a snapshot of season <season/> of <channel/>: <racersInWords/>.',
    event: 'Put back a snapshot of <event/> by <channel/>: <racersInWords/>.',
  },
  'upload-undone': 'Removed <gone/> of <channel/>.',

  'show-settings': 'Changed how the show of <event/>, an event of somebody else, is seen.',
  'show-token': 'Replaced an address of <event/>, an event of somebody else.',
  'show-hold': 'Changed when the next name of <event/> is shown, an event of somebody else.',
  'show-start': MOVED,
  'show-next': MOVED,
  'show-back': MOVED,
  'show-jump': MOVED,
  'show-podium': MOVED,
  'show-finish': MOVED,
  'show-reset': MOVED,
  'show-take-over': MOVED,
  'discord-post': 'Posted the results of <event/>, an event of somebody else.',
  'discord-webhook': 'Changed where <event/>, an event of somebody else, is posted.',
} as const satisfies Sentences

/** What an entry of the audit log may record. */
export type AuditAct = keyof typeof AUDIT_SENTENCES

/** The facts of an act, with names in place of their entries. */
type Facts = Readonly<Record<string, unknown>>

/** The sentence of an act. @param username who did it, if the act's sentence says so */
export function writeAct({
  act,
  facts,
  username = '',
}: {
  act: string
  facts: Facts
  username?: string
}): string {
  const parts = new Map([
    ...Object.entries(facts).map(([name, value]) => [name, String(value)] as const),
    ['username', username],
    ...Object.entries(composedParts(facts)),
  ])
  const text = findSentence(act, new Set(parts.keys()))
  return text?.replace(PART, (_, name) => parts.get(name) ?? '') ?? FROM_BEFORE.sentence
}

/** The sentence with tags; null for an act without one, or without the facts in it. */
export function findSentence(
  act: string,
  parts: ReadonlySet<string>,
  sentences: Sentences = AUDIT_SENTENCES,
): string | null {
  const found = sentences[act] ?? {}
  const texts = typeof found === 'string' ? [found] : Object.values(found)
  const isWhole = (text: string) =>
    [...text.matchAll(PART)].every(([, name = '']) => parts.has(name))
  return texts.find(isWhole) ?? null
}

const PART = /<(\w+)\/>/g

/** Parts of sentences that are made from facts of other types than text. */
function composedParts({
  settings,
  gone,
  racers,
  reason,
  seesSealed,
}: Facts): Record<string, string> {
  return {
    ...(typeof reason === 'string' && { because: leftOutInWords(reason) }),
    ...(typeof seesSealed === 'boolean' && {
      sealed: seesSealed ? 'may see sealed results' : 'sees no sealed results',
    }),
    ...(Array.isArray(settings) && { settings: settings.map(({ name }) => name).join(', ') }),
    ...(typeof racers === 'number' && { racersInWords: racersInWords(racers) }),
    ...(gone !== undefined && { gone: goneInWords(gone as Gone) }),
  }
}

interface Detail {
  readonly name: string
  readonly value: string
}

/** The facts of an act as pages list them: each with its name, in the order of these names' lengths. */
export function listDetails(facts: Facts): Detail[] {
  return Object.entries(facts)
    .flatMap(([name, value]): Detail[] => {
      switch (name) {
        case 'settings':
          return value as Detail[]
        case 'gone':
          return [listGone(value as Gone)]
        case 'changes':
          return (value as NumbersChange['facts'][]).map((change) => {
            const { of, before, after } = changeInWords(change)
            return { name: of, value: `${before}; now ${after}` }
          })
        default:
          return [
            { name, value: typeof value === 'object' ? JSON.stringify(value) : String(value) },
          ]
      }
    })
    .toSorted((a, b) => lengthOf(a) - lengthOf(b) || (a.name < b.name ? -1 : 1))
}

const lengthOf = ({ name }: Detail) => new TextEncoder().encode(name).length

function listGone(gone: Gone): Detail {
  switch (gone.kind) {
    case 'game':
      return { name: 'games', value: '1' }
    case 'games':
      return { name: 'games', value: String(gone.count) }
    case 'season':
      return { name: 'season', value: String(gone.season) }
    case 'event':
      return { name: 'event', value: gone.event }
  }
}
