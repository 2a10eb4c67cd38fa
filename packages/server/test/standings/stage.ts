/** The stage of a history: a server, the model, and the people who take part. */
import type { FakeTwitch } from '../helpers/fake-twitch.ts'
import type { Session, TestServer } from '../helpers/test-server.ts'
import type { PlayedGame } from './files.ts'
import { KICK_RACER, LOGINS, PEOPLE, type Sender } from './history.ts'
import {
  addChannel,
  type Channel,
  channelOf,
  currentSeason,
  type MadeSnapshot,
  ownerOf,
  type Racer,
  type World,
  waitingChannel,
} from './world.ts'

export interface Stage {
  server: TestServer
  twitch: FakeTwitch
  boss: Session
  /** Keeps names and seasons of different histories on one server apart. */
  round: number
  world: World
  sessions: Map<string, Session>
  played: PlayedGame[]
  sent: MadeSnapshot[]
  lastSignIn: Date
}

export const nowOn = ({ server }: Stage): Date => server.clock.now()

export const personOf = (number: number): string => PEOPLE[number] ?? ''

export const loginOn = ({ round }: Stage, number: number): string => `${LOGINS[number]}_${round}`

export function racerOn(stage: Stage, number: number): Racer {
  return number === KICK_RACER
    ? { platform: 'kick', login: loginOn(stage, 2) }
    : { platform: 'twitch', login: loginOn(stage, number) }
}

/** All races and royales of a history are on one map. */
export const mapOn = ({ round }: Stage): string => `Hill ${round}`

/** One of the history's three seasons. The second is current at first. A future one means the current one. */
export function seasonOn({ round, world }: Stage, number: number): number {
  return Math.min(firstSeasonOf(round) + number, currentSeason(world))
}

export const firstSeasonOf = (round: number): number => 10 * round

/** The proof, and the channel that the upload names; '' means the sender's own. */
export function proofOf(stage: Stage, by: Sender): { headers: Session; claim: string } {
  return 'person' in by
    ? { headers: sessionOf(stage, personOf(by.person)), claim: '' }
    : { headers: stage.boss, claim: loginOn(stage, by.adminFor) }
}

export function sessionOf({ sessions }: Stage, person: string): Session {
  const session = sessions.get(person)
  if (session === undefined) {
    throw new Error(`${person} has not signed in`)
  }
  return session
}

/** The channel that an upload goes into. Creates it if it is missing. */
export function channelFor(stage: Stage, by: Sender): Channel {
  const { world } = stage
  const login = 'person' in by ? null : loginOn(stage, by.adminFor)
  const owner = 'person' in by ? personOf(by.person) : ownerOf(world, login ?? '')
  if (owner !== null) {
    return channelOf(world, owner) ?? addChannel(world, world.logins.get(owner) ?? '', owner)
  }
  return waitingChannel(world, login ?? '') ?? addChannel(world, login ?? '', null)
}

/** The name of the sender's channel. */
export function channelNameOf(stage: Stage, of: Sender): string {
  return 'person' in of
    ? (stage.world.logins.get(personOf(of.person)) ?? '')
    : loginOn(stage, of.adminFor)
}

/** The history's seasons up to the current one. */
export const seasonsOn = ({ round, world }: Stage): number[] =>
  [0, 1, 2]
    .map((number) => firstSeasonOf(round) + number)
    .filter((season) => season <= currentSeason(world))
