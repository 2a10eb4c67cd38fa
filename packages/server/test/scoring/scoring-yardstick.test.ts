/**
 * Compares our scoring with the real companion's for the same games: its day logs are the input, and its
 * event file is the result to meet.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { samples } from '@rollcall/formats/testing/samples'
import { type LeaderboardConfiguration, NEW_CONFIGURATION } from '@rollcall/scoring/configuration'
import type { CheckpointHit, CountedGame } from '@rollcall/scoring/games'
import { scoreGames } from '@rollcall/scoring/score-games'
import { describe, expect, it } from 'vitest'

const EVENT = '278'
const LOGS = new URL('companion-log/04-three-days/', samples)

/** The event's configuration in the companion, without its 5 points per checkpoint. */
const WITHOUT_CHECKPOINTS: LeaderboardConfiguration = {
  ...NEW_CONFIGURATION,
  name: 'Event 278',
  positions: [
    { position: 1, points: 100 },
    { position: 2, points: 95 },
    { position: 3, points: 90 },
  ],
  participationPoints: 1,
  brKillPoints: 2,
  damagePoints: 0.01,
  gameModes: { racing: true, battleRoyale: true, tilted: false },
}
const CHECKPOINT_POINTS = 5

/** Nothing in these samples is quoted, so every comma separates cells. */
function readRows(file: URL): string[][] {
  const lines = readFileSync(file, 'utf8').split('\r\n')
  return lines.filter((line) => line !== '').map((line) => line.split(','))
}

function readLogs(prefix: string): string[][] {
  const names = readdirSync(LOGS).filter((name) => name.startsWith(prefix))
  return names.flatMap((name) => readRows(new URL(name, LOGS)))
}

function holdsEvent(cell: string | undefined): boolean {
  return cell?.match(/\d+/g)?.includes(EVENT) ?? false
}

/** The event's games. Rows of the companion's day logs with the same kind and time stamp are one game. */
function readEventGames(): CountedGame[] {
  const rows = readLogs('allraces_').filter((cells) => holdsEvent(cells[10]))
  const rowsByGame = Map.groupBy(rows, ([, , , , kind, timeStamp]) => `${kind} ${timeStamp}`)
  return [...rowsByGame.values()].map((gameRows) => {
    const [, , , , kind, , marbles] = gameRows[0] ?? []
    return {
      mode: kind === 'BR' ? 'royale' : 'race',
      playerCount: Number(marbles),
      results: gameRows.map(
        ([position, login = '', , points, , , , eliminated, kills, damage]) => ({
          platform: 'twitch',
          login,
          position: Number(position),
          points: Number(points),
          eliminated: eliminated === 'true',
          kills: Number(kills),
          damage: Number(damage),
          isTopTiltee: false,
        }),
      ),
      checkpointHits: [],
    }
  })
}

function readCheckpointHits(): CheckpointHit[] {
  return readLogs('checkpoints_').map(([number, login = '']) => ({
    number: Number(number),
    platform: 'twitch',
    login,
  }))
}

/** The companion's rows by racer, each with its cells by column. */
function readCompanionRows(): Map<string, Record<string, string>> {
  const [header = [], ...rows] = readRows(
    new URL('real/companion-event/278_eventdata.csv', samples),
  )
  const toRecord = (cells: string[]) =>
    Object.fromEntries(header.map((column, index) => [column, cells[index] ?? '']))
  return new Map(rows.map((cells) => [cells[0] ?? '', toRecord(cells)]))
}

describe("the companion's event", () => {
  const games = readEventGames()
  const hits = readCheckpointHits()
  const companionRows = readCompanionRows()

  it('has complete samples', () => {
    expect(games).toHaveLength(40)
    expect(games.flatMap(({ results }) => results)).toHaveLength(1047)
    expect(hits).toHaveLength(144)
    expect(companionRows.size).toBe(56)
  })

  it('has the same racers with the same games, wins, season points, kills and damage', () => {
    const rows = scoreGames({ configuration: WITHOUT_CHECKPOINTS, games })
    const damageOf = ({ terms }: (typeof rows)[number]) =>
      terms.find(({ kind }) => kind === 'damage')?.count ?? 0
    const ours = rows.map((row) => ({
      racer_name: row.racer_name,
      race_points: row.race_points,
      race_wins: row.race_wins,
      race_races: row.race_races,
      br_points: row.br_points,
      br_wins: row.br_wins,
      br_races: row.br_races,
      crownwins: row.crown_wins,
      br_kills: row.kills,
      br_damage: damageOf(row),
    }))
    expect(new Map(ours.map((row) => [row.racer_name, row]))).toEqual(
      new Map(
        [...companionRows].map(([name, theirs]) => [
          name,
          {
            racer_name: name,
            race_points: Number(theirs.race_points),
            race_wins: Number(theirs.race_wins),
            race_races: Number(theirs.race_races),
            br_points: Number(theirs.br_points),
            br_wins: Number(theirs.br_wins),
            br_races: Number(theirs.br_races),
            crownwins: Number(theirs.crownwins),
            br_kills: Number(theirs.br_kills),
            br_damage: Number(theirs.br_damage),
          },
        ]),
      ),
    )
  })

  // The companion's points include 5 for each hit. For every racer of the event it counts the hits of all
  it('has the same points without checkpoints', () => {
    const hitsByLogin = Map.groupBy(hits, ({ login }) => login)
    const expected = [...companionRows].map(([name, { event_points }]): [string, string] => {
      const checkpointPoints = CHECKPOINT_POINTS * (hitsByLogin.get(name)?.length ?? 0)
      return [name, (Number(event_points) - checkpointPoints).toFixed(2)]
    })
    const rows = scoreGames({ configuration: WITHOUT_CHECKPOINTS, games })
    const ours = rows.map((row): [string, string] => [row.racer_name, row.event_points.toFixed(2)])
    expect(new Map(ours)).toEqual(new Map(expected))
  })

  // Checkpoint logs have neither game nor time. Points do not depend on the game of a hit, so the test puts
  it('has the same points with checkpoints, which the companion counts in the whole folder', () => {
    const firstRace = games.find(({ mode }) => mode === 'race')
    const rows = scoreGames({
      configuration: { ...WITHOUT_CHECKPOINTS, checkpointPoints: CHECKPOINT_POINTS },
      games: games.map((game) => (game === firstRace ? { ...game, checkpointHits: hits } : game)),
    })
    const expected = [...companionRows].map(([name, { event_points }]): [string, string] => [
      name,
      Number(event_points).toFixed(2),
    ])
    const ours = rows.map((row): [string, string] => [row.racer_name, row.event_points.toFixed(2)])
    expect(new Map(ours)).toEqual(new Map(expected))
  })
})
