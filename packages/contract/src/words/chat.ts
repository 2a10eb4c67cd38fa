/** What chat bots answer. Names are given as a chat may show them. */
import { ordinal } from '@rollcall/scoring/explanation'
import { inDigits } from '@rollcall/scoring/problem'
import type { GameLine } from '../games.ts'

interface InSeason {
  season: number
  channel: string
}

interface Ranked {
  rank: number
  name: string
  points: number
}

const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const nameDay = (day: string) => days.format(new Date(day))

const points = (count: number) => `${inDigits(count)} ${count === 1 ? 'point' : 'points'}`

export const CHAT = {
  rank: ({
    season,
    of,
    own,
    neighbour,
  }: {
    season: number
    of: number
    own: Ranked & { isShared: boolean }
    neighbour: Ranked | null
  }): string => {
    const rank = `${own.name} is ${ordinal(own.rank)} of ${inDigits(of)}`
    const whose = own.isShared ? ' (shared with an earlier owner of this name)' : ''
    const has = `in Season ${season}: ${points(own.points)}${whose}`
    if (neighbour === null) {
      return `${rank} ${has}.`
    }
    const gap = inDigits(Math.abs(neighbour.points - own.points))
    const side = neighbour.rank < own.rank ? 'behind' : 'ahead of'
    return `${rank} ${has}, ${gap} ${side} ${neighbour.name}.`
  },

  /** Does not repeat the name that was asked for; otherwise viewers could make a bot say anything. */
  nobody: ({ season, channel, namesakes }: InSeason & { namesakes: number }): string => {
    const where = `in Season ${season} of ${channel}`
    return namesakes > 1
      ? `${namesakes} racers ${where} have that name. Ask with the login.`
      : `No points under that name ${where}.`
  },

  top: ({ season, channel, racers }: InSeason & { racers: readonly Ranked[] }): string =>
    racers.length === 0
      ? `Nobody has points in Season ${season} of ${channel} yet.`
      : `Season ${season} of ${channel}: ${racers.map(({ rank, name, points: has }) => `${rank}. ${name} ${inDigits(has)}`).join(', ')}`,

  noGame: (channel: string): string => `${channel} has no public game yet.`,

  lastGame: ({
    channel,
    map,
    winner,
    game: { mode, racerCount, eliminatedCount, level, isLevelPassed },
  }: {
    channel: string
    map: string | null
    winner: string | null
    game: Pick<GameLine, 'mode' | 'racerCount' | 'eliminatedCount' | 'level' | 'isLevelPassed'>
  }): string => {
    const where = map === null ? '' : ` on ${map}`
    const of = `${mode === 'tilt' ? 'tilt level' : mode} of ${channel}`
    if (mode === 'tilt') {
      const outcome = isLevelPassed === null ? '' : isLevelPassed ? ' passed' : ' failed'
      const what = level === null ? '' : `level ${level}${outcome}, `
      return `Last ${of}: ${what}${racerCount - eliminatedCount} of ${racerCount} survived.`
    }
    if (winner === null) {
      return `Last ${of}: none of ${racerCount} ${mode === 'race' ? 'finished' : 'survived'}${where}.`
    }
    return `Last ${of}: ${winner} won · ${marbles(racerCount)}${map === null ? '' : ` · ${map}`}.`
  },

  noNight: (channel: string): string => `No night of ${channel} is recorded yet.`,

  /** @param best the most points in one game */
  night: ({
    channel,
    day,
    games,
    racers,
    podium,
    best,
  }: {
    channel: string
    day: string
    games: number
    racers: number
    podium: readonly Ranked[]
    best: { name: string; points: number; map: string | null } | null
  }): string => {
    const played = games === 0 ? '' : `${inDigits(games)} ${games === 1 ? 'game' : 'games'}, `
    const took = `${inDigits(racers)} ${racers === 1 ? 'racer' : 'racers'}`
    const first = podium.map(({ rank, name, points: has }) => `${rank}. ${name} ${inDigits(has)}`)
    const where = best?.map ? ` on ${best.map}` : ''
    return [
      `${channel} on ${nameDay(day)}: ${played}${took}.`,
      ...(first.length === 0 ? [] : [`${first.join(', ')}.`]),
      ...(best === null ? [] : [`Best game: ${best.name}, ${points(best.points)}${where}.`]),
    ].join(' ')
  },

  heldNight: (day: string): string => `Points of ${nameDay(day)} are shown after a show.`,

  notRevealed: (event: string): string => `${event} has not been revealed yet.`,

  /** @param others how many more share the rank */
  revealing: ({
    event,
    latest,
    others,
  }: {
    event: string
    latest: ShownRow
    others: number
  }): string =>
    `${event} is being revealed: ${rowInWords(latest)}${others === 0 ? ' is' : ` and ${others} more are`} the latest.`,

  podium: ({
    event,
    podium,
    others,
  }: {
    event: string
    podium: readonly ShownRow[]
    others: number
  }): string =>
    `${event}: ${podium.map(rowInWords).join(', ')}${others > 0 ? ` and ${others} more` : ''}`,
} as const

/** A row of an event's board, with its points as text. */
interface ShownRow {
  rank: number
  name: string
  points: string
}

const rowInWords = ({ rank, name, points: has }: ShownRow) => `${rank}. ${name} ${has}`

const marbles = (count: number) => `${inDigits(count)} ${count === 1 ? 'marble' : 'marbles'}`
