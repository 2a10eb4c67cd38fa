/** Simulates a season. In a race the first quarter gets points, in a royale only the winner. */
import type { SeededRandom } from '@rollcall/formats/testing/seeded-random'

export interface Regular {
  login: string
  /** How often they take part, relative to others. */
  activity: number
  skill: number
}

interface SimulatedRacer {
  login: string
  racePoints: number
  raceWins: number
  races: number
  royalePoints: number
  royaleWins: number
  royales: number
  crownWins: number
}

export interface ChannelSeason {
  channel: string
  season: number
  /** YYYY-MM-DD; the last day on which the channel played. */
  marbleDay: string
  points: number
  totalGames: number
  raceHighScore: number
  royaleHighScore: number
  racers: SimulatedRacer[]
}

interface SeasonPlan {
  races: number
  royales: number
  lobby: number
  regulars: readonly Regular[]
}

const SCORING_SHARE = 1 / 4
/** Attempts to draw a racer for a place; after that, the place gets no points. */
const DRAWS = 12
const MAX_ROYALE_POINTS = 1_970
const CROWN_LOBBY = 10

type Played = Omit<ChannelSeason, 'channel' | 'season' | 'marbleDay'>

export function simulateSeason(random: SeededRandom, plan: SeasonPlan): Played {
  const racers = plan.regulars.map(({ login }) => newTotals(login))
  setGames(random, { racers, plan })
  const raceHighScore = playRaces(random, { racers, plan })
  const royaleHighScore = playRoyales(random, { racers, plan })
  const present = racers.filter(({ races, royales }) => races + royales > 0)
  return {
    points: present.reduce((sum, racer) => sum + racer.racePoints + racer.royalePoints, 0),
    totalGames: plan.races + plan.royales,
    raceHighScore,
    royaleHighScore,
    racers: present,
  }
}

function newTotals(login: string): SimulatedRacer {
  const points = { racePoints: 0, raceWins: 0, royalePoints: 0, royaleWins: 0, crownWins: 0 }
  return { login, races: 0, royales: 0, ...points }
}

/** Decides how many games everybody plays, by their activity, so that games are as full as planned. */
function setGames(
  random: SeededRandom,
  { racers, plan }: { racers: SimulatedRacer[]; plan: SeasonPlan },
): void {
  const raceShares = presence(plan.regulars, plan.lobby)
  const royaleShares = presence(plan.regulars, royaleLobby(plan))
  racers.forEach((racer, index) => {
    const often = (games: number, share: number) =>
      Math.min(games, Math.round(games * share * random.between(0.8, 1.2)))
    racer.races = Math.max(often(plan.races, raceShares[index] ?? 0), Math.min(1, plan.races))
    racer.royales = often(plan.royales, royaleShares[index] ?? 0)
  })
}

function royaleLobby({ lobby }: SeasonPlan): number {
  return Math.max(7, Math.min(59, lobby * 0.6))
}

/** The share of the games that each regular plays; together they fill the lobby. */
function presence(regulars: readonly Regular[], lobby: number): number[] {
  let scale = lobby / Math.max(1, sum(regulars.map(({ activity }) => activity)))
  // Nobody can play more than all games, so the others fill the rest.
  for (let round = 0; round < 6; round += 1) {
    const expected = sum(regulars.map(({ activity }) => Math.min(1, activity * scale)))
    scale *= lobby / Math.max(1e-9, expected)
  }
  return regulars.map(({ activity }) => Math.min(1, activity * scale))
}

function playRaces(
  random: SeededRandom,
  { racers, plan }: { racers: SimulatedRacer[]; plan: SeasonPlan },
): number {
  const draw = makeDraw(random, racers, ({ races }, index) => races * getSkill(plan, index))
  const scoringGames = new Map<SimulatedRacer, number>()
  const lastScored = new Map<SimulatedRacer, number>()
  let highScore = 0
  for (let race = 1; race <= plan.races; race += 1) {
    const marbles = Math.max(4, Math.round(plan.lobby * random.between(0.7, 1.3)))
    const isLucky = random.onceIn(60)
    const winnerPoints = marbles * random.between(3, 9) * (isLucky ? random.between(1.3, 2.6) : 1)
    const step = random.between(0.08, 0.16)
    // Sometimes everybody is eliminated: they get points, but nobody wins.
    const hasWinner = !random.onceIn(400)
    const places = Math.floor(marbles * SCORING_SHARE)
    for (let place = 1; place <= places; place += 1) {
      const racer = drawOther(draw, (drawn) => lastScored.get(drawn) === race)
      if (racer === null) {
        continue
      }
      lastScored.set(racer, race)
      scoringGames.set(racer, (scoringGames.get(racer) ?? 0) + 1)
      const isWinner = place === 1 && hasWinner
      racer.raceWins += isWinner ? 1 : 0
      // Racers who race for too many streamers at once get no points, even in front.
      const isTimedOut = random.onceIn(90)
      const points = isTimedOut ? 0 : Math.round(winnerPoints * payout(place, step))
      racer.racePoints += points
      highScore = Math.max(highScore, points)
    }
  }
  for (const [racer, games] of scoringGames) {
    racer.races = Math.max(racer.races, games)
  }
  return highScore
}

function payout(place: number, step: number): number {
  const upper = 1 - step * (place - 1)
  return upper > 0.25 ? upper : 0.25 / (1 + 0.15 * (place - 0.75 / step))
}

function playRoyales(
  random: SeededRandom,
  { racers, plan }: { racers: SimulatedRacer[]; plan: SeasonPlan },
): number {
  const present = racers.filter(({ royales }) => royales > 0)
  if (present.length === 0) {
    return 0
  }
  const skills = new Map(racers.map((racer, index) => [racer, getSkill(plan, index)]))
  const draw = makeDraw(random, present, (racer) => racer.royales * (skills.get(racer) ?? 1))
  const largeWins = new Map<SimulatedRacer, number>()
  let highScore = 0
  for (let royale = 1; royale <= plan.royales; royale += 1) {
    const winner = drawOther(draw, ({ royales, royaleWins }) => royaleWins >= royales)
    if (winner === null) {
      continue
    }
    const marbles = Math.max(3, Math.round(royaleLobby(plan) * random.between(0.5, 1.5)))
    const payoff = marbles * random.between(4, 16) * (random.onceIn(40) ? 2 : 1)
    const points = random.onceIn(50) ? 0 : Math.min(MAX_ROYALE_POINTS, Math.round(payoff))
    winner.royaleWins += 1
    winner.royalePoints += points
    highScore = Math.max(highScore, points)
    if (marbles >= CROWN_LOBBY) {
      const before = largeWins.get(winner) ?? 0
      winner.crownWins += before > 0 ? 1 : 0
      largeWins.set(winner, before + 1)
    }
  }
  return highScore
}

function getSkill(plan: SeasonPlan, index: number): number {
  return plan.regulars[index]?.skill ?? 1
}

function makeDraw(
  random: SeededRandom,
  racers: readonly SimulatedRacer[],
  getWeight: (racer: SimulatedRacer, index: number) => number,
): () => SimulatedRacer | null {
  const bounds = new Float64Array(racers.length)
  let sum = 0
  racers.forEach((racer, index) => {
    sum += getWeight(racer, index)
    bounds[index] = sum
  })
  return () => {
    const at = random.next() * sum
    let low = 0
    let high = racers.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((bounds[middle] ?? 0) > at) high = middle
      else low = middle + 1
    }
    return racers[low] ?? null
  }
}

function drawOther(
  draw: () => SimulatedRacer | null,
  isTaken: (racer: SimulatedRacer) => boolean,
): SimulatedRacer | null {
  for (let tries = 0; tries < DRAWS; tries += 1) {
    const racer = draw()
    if (racer !== null && !isTaken(racer)) {
      return racer
    }
  }
  return null
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
