/** Plays histories one after the other on one server, and compares its answers with the model. */
import { FakeTwitch } from '../helpers/fake-twitch.ts'
import { startTestServer } from '../helpers/test-server.ts'
import { compareAll, compareNumbers } from './compare-all.ts'
import { compareChannelPages } from './compare-channel-pages.ts'
import { compareDays } from './compare-days.ts'
import { comparePeople } from './compare-people.ts'
import { compareRacerPages } from './compare-racer-pages.ts'
import { daysToClockChange } from './days.ts'
import { expectSame } from './first-difference.ts'
import {
  type History,
  PEOPLE,
  STREAMERS,
  type Step,
  type TimedStep,
  type UndoStep,
} from './history.ts'
import { countAgain, leaveOut } from './leave-out.ts'
import { signIn } from './people.ts'
import { playGame, sendAgain } from './play-games.ts'
import { changeHandover, putSnapshotBack, sendSnapshot } from './play-snapshots.ts'
import { firstSeasonOf, loginOn, nowOn, personOf, type Stage, sessionOf } from './stage.ts'
import { takeBack, taken, undoState } from './take-back.ts'
import { channelOf, currentSeason, emptyWorld } from './world.ts'

export interface Theatre {
  play(history: History): Promise<void>
  close(): Promise<void>
}

export async function openTheatre(): Promise<Theatre> {
  const twitch = await FakeTwitch.start()
  const server = await startTestServer({
    env: { ...twitch.env, ADMIN_LOGINS: 'boss', UPLOAD_PAIRING: 'key', SEASON: '1' },
    startsAt: new Date('2026-09-01T12:00:00Z'),
  })
  let round = 0
  return {
    async play(history) {
      round += 1
      const stage = await setUp({ server, twitch, round })
      for (const [index, timed] of history.entries()) {
        await named(`At step ${index + 1}`, () => takeTimed(stage, timed))
      }
      await named('At the end', async () => {
        await signInOthers(stage)
        await compareAll(stage)
        await compareRacerPages(stage)
        await compareChannelPages(stage)
        await comparePeople(stage)
        await compareDays(stage)
      })
    },
    async close() {
      await server.stop()
      await twitch.stop()
    },
  }
}

const DAYS_BEFORE = 14

/**
 * Starts a history in the second of its three seasons: two days after the season's start, and a day after the clock in
 * New York has changed.
 */
async function setUp(on: Pick<Stage, 'server' | 'twitch' | 'round'>): Promise<Stage> {
  const { server, twitch, round } = on
  const { clock } = server
  clock.advance({ days: 20 + DAYS_BEFORE })
  clock.advance({ days: daysToClockChange(clock.now()) + 1 - DAYS_BEFORE })
  const stage: Stage = {
    ...on,
    boss: await server.signInWith(twitch.issue('boss', { id: 'the boss' })),
    world: emptyWorld(),
    sessions: new Map(),
    played: [],
    sent: [],
    lastSignIn: clock.now(),
  }
  await startSeason(stage, firstSeasonOf(round))
  clock.advance({ days: 12 })
  await startSeason(stage, firstSeasonOf(round) + 1)
  clock.advance({ days: 2 })
  for (let person = 0; person < STREAMERS; person += 1) {
    await comeBy(stage, { person, login: person })
  }
  return stage
}

/** Signs in the remaining people, so that everybody has a dashboard. */
async function signInOthers(stage: Stage): Promise<void> {
  for (const [person, name] of PEOPLE.entries()) {
    if (!stage.sessions.has(name)) {
      await comeBy(stage, { person, login: person })
    }
  }
}

async function named(place: string, act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (cause) {
    throw new Error(`${place}: ${(cause as Error).message}`, { cause })
  }
}

async function takeTimed(stage: Stage, { minutes, step, isCompared }: TimedStep): Promise<void> {
  stage.server.clock.advance({ minutes })
  await take(stage, step)
  if (isCompared) {
    await compareNumbers(stage)
  }
}

async function take(stage: Stage, step: Step): Promise<void> {
  switch (step.kind) {
    case 'game':
      return playGame(stage, step)
    case 'game again':
      return sendAgain(stage, step)
    case 'snapshot':
      return sendSnapshot(stage, step)
    case 'undo':
      return undo(stage, step)
    case 'put back':
      return putSnapshotBack(stage, step)
    case 'leave out':
      return leaveOut(stage, step)
    case 'count again':
      return countAgain(stage, step)
    case 'handover':
      return changeHandover(stage, step)
    case 'sign-in':
      return comeBy(stage, step)
    case 'next season':
      return startSeason(stage, firstSeasonOf(stage.round) + 2)
  }
}

async function startSeason(stage: Stage, season: number): Promise<void> {
  const { server, world, boss: headers } = stage
  if (season === currentSeason(world)) {
    return
  }
  const url = '/api/admin/updateSettings?isConfirmed=true'
  await server.ask({ method: 'PUT', url, headers, body: { season: String(season) } })
  world.seasonStarts.push({ season, since: nowOn(stage) })
}

async function comeBy(
  stage: Stage,
  { person, login: number }: { person: number; login: number },
): Promise<void> {
  const name = personOf(person)
  const login = loginOn(stage, number)
  const token = stage.twitch.issue(login, { id: `${name} of ${stage.round}` })
  stage.sessions.set(name, await stage.server.signInWith(token))
  stage.lastSignIn = nowOn(stage)
  signIn(stage.world, { person: name, login, now: nowOn(stage) })
}

async function undo(stage: Stage, { person: number, back }: UndoStep): Promise<void> {
  const { server, world } = stage
  const person = personOf(number)
  const channel = channelOf(world, person)
  const all = channel === null ? [] : taken(world, channel)
  const receipt = all[Math.min(back, all.length - 1)]
  if (receipt === undefined) {
    return
  }
  const state = undoState(world, receipt, nowOn(stage))
  const response = await server.call({
    method: 'POST',
    url: `/api/uploads/receipts/${receipt.id}/undo`,
    headers: sessionOf(stage, person),
    body: { dryRun: false },
  })
  expectSame('the status of an undo', response.statusCode, state === 'possible' ? 200 : 409)
  if (state === 'possible') {
    takeBack(receipt)
  } else {
    expectSame('why it is refused', response.json().code, state)
  }
}
