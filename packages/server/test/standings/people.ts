/** Sign-ins in the model: logins that change hands, and channels that wait for their streamers. */
import { boardNumbers } from './numbers.ts'
import {
  type Channel,
  channelOf,
  currentSeason,
  openSeason,
  seasonOf,
  type World,
  waitingChannel,
} from './world.ts'

/** See docs/scoring.md, Racers. */
export function signIn(
  world: World,
  { person, login, now }: { person: string; login: string; now: Date },
): void {
  world.logins.set(person, login)
  for (const period of world.periods.filter(({ endedAt }) => endedAt === null)) {
    const wasRenamed = period.person === person && period.login !== login
    const hasLost = period.person !== person && period.login === login
    if (wasRenamed || hasLost) {
      period.lastSeason = currentSeason(world)
      period.endedAt = now
    }
  }
  const earlier = world.periods.filter((period) => period.login === login)
  if (earlier.every(({ endedAt }) => endedAt !== null)) {
    const last = earlier.at(-1)
    world.periods.push({
      person,
      login,
      firstSeason: last === undefined ? null : (last.lastSeason ?? 0) + 1,
      lastSeason: null,
      startedAt: last?.endedAt ?? null,
      endedAt: null,
    })
  }
  bindChannel(world, person, login)
}

/** The streamer's channel gets their new name, and a channel that waits under that name becomes theirs. */
function bindChannel(world: World, person: string, login: string): void {
  const own = channelOf(world, person)
  if (own !== null) {
    own.login = login
  }
  const waiting = waitingChannel(world, login)
  if (waiting !== null && own === null) {
    waiting.owner = person
  }
  if (waiting !== null && own !== null) {
    merge(world, waiting, own)
  }
}

/** Moves the seasons that the streamer's own channel lacks into it. Everything else of the other one is dropped. */
function merge(world: World, from: Channel, to: Channel): void {
  const played = new Set([...from.seasons.keys(), ...from.games.map(({ season }) => season)])
  const seasons = [...played].filter(
    (season) => boardNumbers(from, season) !== null && boardNumbers(to, season) === null,
  )
  const isKnown = (mode: string, key: string) =>
    to.games.some((game) => game.mode === mode && game.key === key)
  to.games.push(
    ...from.games.filter(
      ({ season, mode, key }) => seasons.includes(season) && !isKnown(mode, key),
    ),
  )
  for (const season of seasons) {
    const { stored, counting } = seasonOf(from, season)
    const taken = openSeason(to, season)
    taken.stored = [...taken.stored, ...stored].toSorted((a, b) => a.id - b.id)
    taken.counting = counting
  }
  for (const receipt of world.receipts.filter(({ channel }) => channel === from)) {
    receipt.channel = to
  }
  world.channels.splice(world.channels.indexOf(from), 1)
}
