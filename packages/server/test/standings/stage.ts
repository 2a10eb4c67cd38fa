/** Where a history is played: a server, the model beside it, and who takes part. */
import type { FakeTwitch } from '../fake-twitch.ts'
import type { Session, TestServer } from '../test-server.ts'
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
  /** Makes names and seasons a history's own on its server. */
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

/** Of the history's three, the second of which is current at first; none that is still to come. */
export function seasonOn({ round, world }: Stage, number: number): number {
  return Math.min(firstSeasonOf(round) + number, currentSeason(world))
}

export const firstSeasonOf = (round: number): number => 10 * round

/** The proof, and the channel that the upload names; '' is the sender's own. */
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

/** The channel that an upload goes into, made if it is missing. */
export function channelFor(stage: Stage, by: Sender): Channel {
  const { world } = stage
  const login = 'person' in by ? null : loginOn(stage, by.adminFor)
  const owner = 'person' in by ? personOf(by.person) : ownerOf(world, login ?? '')
  if (owner !== null) {
    return channelOf(world, owner) ?? addChannel(world, world.logins.get(owner) ?? '', owner)
  }
  return waitingChannel(world, login ?? '') ?? addChannel(world, login ?? '', null)
}

/** What the channel is called, if it is there. */
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
