/** The message in Discord about a round: announced, running, results. Only what everybody may know. */
import { createHash } from 'node:crypto'
import type { LeagueRules } from '@rollcall/contract/leagues'
import { addressOf, PAGES } from '@rollcall/contract/pages'
import { podiumLine, ROUND_WORDS as words } from '@rollcall/contract/words/discord'
import { PRESCRIPTION_WORDS, prescriptionInWords } from '@rollcall/contract/words/prescription'
import { DAY_MS } from '@rollcall/formats/durations'
import { addPoints } from '@rollcall/scoring/points'
import { inDigits } from '@rollcall/scoring/problem'
import { shownName } from '@rollcall/scoring/racer'
import { sql } from 'kysely'
import { PODIUM_RANKS } from '../../domain/events/boards/frozen-board.ts'
import type { LeagueTables } from '../../domain/events/league/kept-tables.ts'
import { type ChannelProgress, listProgress } from '../../domain/events/league/round-progress.ts'
import { listRounds, type SeriesRound } from '../../domain/events/league/rounds.ts'
import { labelsOf } from '../../domain/events/league/table.ts'
import type { AppContext } from '../../edge/app-context.ts'
import { MARIGOLD, plain } from './discord-message.ts'

/** How long before its days a round is announced. */
const ANNOUNCED_MS = 7 * DAY_MS
const MOST_NAMED = 25
const MAX_ANNOUNCEMENT_LENGTH = 300

export interface RoundMessage {
  payload: string
  /** Covers what it says. */
  hash: string
  /** Whether it is worth a new message: a season's rounds are not announced at once, and old ones not at all. */
  isTimely: boolean
}

type Parts = Pick<AppContext, 'db' | 'now' | 'config'> & { tables: LeagueTables }

/** null: the event is not a round of a league any more. */
export async function makeRoundMessage(
  parts: Parts,
  eventId: number,
): Promise<RoundMessage | null> {
  const { db, now } = parts
  const league = await findLeagueOf(parts, eventId)
  if (league === null) {
    return null
  }
  const rounds = await listRounds(db, { seriesId: league.id, now: now() })
  const round = rounds.find((each) => each.eventId === eventId)
  if (round === undefined) {
    return null
  }
  const table = await parts.tables.get(league.rules, rounds)
  const results = table.rounds.find((each) => each.eventId === eventId)?.results
  const lines =
    results === undefined
      ? await listChannels(parts, round)
      : await listWinners(parts, { results, owners: table.owners })
  const link = linkOf(round.publicToken, league.token)
  const payload = JSON.stringify({
    embeds: [
      {
        title: words.title(plain(league.name), plain(round.name)),
        description: [...aboutRound(round), ...lines].join('\n'),
        color: MARIGOLD,
        ...(link !== null && { url: parts.config.publicUrl + link }),
      },
    ],
    // Nobody is notified, regardless of what somebody is called.
    allowed_mentions: { parse: [] },
  })
  return {
    payload,
    hash: createHash('sha256').update(payload).digest('hex'),
    isTimely: isTimely(round, now()),
  }
}

const isTimely = ({ state, startsAt }: SeriesRound, now: Date) =>
  state === 'planned'
    ? startsAt.getTime() - now.getTime() <= ANNOUNCED_MS
    : state !== 'final' && state !== 'voided'

async function findLeagueOf({ db }: Parts, eventId: number) {
  const league = await db
    .selectFrom('events as event')
    .innerJoin('event_series as series', 'series.id', 'event.series_id')
    .select([
      ...(['series.id', 'series.name', 'series.public_token as token'] as const),
      sql<LeagueRules>`series.league_rules`.as('rules'),
    ])
    .where('event.id', '=', eventId)
    .where('series.league_rules', 'is not', null)
    .executeTakeFirst()
  return league ?? null
}

function linkOf(event: string | null, league: string | null): string | null {
  if (event !== null) return addressOf(PAGES.event, { token: event })
  return league === null ? null : addressOf(PAGES.league, { token: league })
}

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const day = (date: string) => days.format(new Date(date))
/** An instant, which Discord shows in each reader's own time zone. */
const instant = (at: Date) => `<t:${Math.floor(at.getTime() / 1_000)}:f>`
const wholeHour = (hour: number) => `${String(hour).padStart(2, '0')}:00`

function aboutRound(round: SeriesRound): string[] {
  const { state, startAt, endAt, prescription, announcement, voidedReason } = round
  const said = voidedReason === null ? words.states[state] : words.voided(plain(voidedReason))
  return [
    `**${said}** · ${words.days(day(startAt), day(endAt))}`,
    ...(prescription === null
      ? []
      : [plain(prescriptionInWords(prescription, PRESCRIPTION_WORDS, wholeHour), 1_000)]),
    ...(announcement === null ? [] : [plain(announcement, MAX_ANNOUNCEMENT_LENGTH)]),
  ]
}

/** Who runs it and when; hidden streamers are left out, as on the league's page. */
async function listChannels({ db, now }: Parts, { eventId, state }: SeriesRound) {
  if (state === 'voided') return []
  const progress = await listProgress(db, { eventIds: [eventId], now: now(), sees: 'open' })
  const shown = (progress.get(eventId) ?? [])
    .filter(({ isHidden }) => !isHidden)
    .toSorted((a, b) => slotOf(a) - slotOf(b))
  const more = shown.length - MOST_NAMED
  return [...shown.slice(0, MOST_NAMED).map(channelLine), ...(more > 0 ? [words.more(more)] : [])]
}

/** Those without one come last. */
const slotOf = ({ slot }: ChannelProgress) => slot?.getTime() ?? Number.MAX_SAFE_INTEGER

function channelLine({ names, state, slot }: ChannelProgress): string {
  const said =
    state === 'announced' && slot !== null
      ? words.channels.announced(instant(slot))
      : words.channels[state === 'announced' ? 'to-come' : state]
  return `${plain(names.display_name ?? names.username)} ${said}`
}

type Table = Awaited<ReturnType<LeagueTables['get']>>

async function listWinners(
  { db }: Parts,
  { results, owners }: { results: Table['rounds'][number]['results']; owners: Table['owners'] },
): Promise<string[]> {
  const podium = results
    .filter(({ rank, isDisqualified }) => !isDisqualified && rank !== null && rank <= PODIUM_RANKS)
    .toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0) || (a.row < b.row ? -1 : 1))
  if (podium.length === 0) return [words.noResults]
  const named = podium.slice(0, MOST_NAMED)
  const labels = await labelsOf(
    db,
    named.map(({ row }) => row),
    owners,
  )
  return named.map(({ row, rank, points, adjustment }) =>
    podiumLine({
      rank: rank ?? 0,
      name: plain(shownName(labels.get(row) ?? { racer_name: '' })),
      points: inDigits(addPoints(points, adjustment)),
    }),
  )
}
