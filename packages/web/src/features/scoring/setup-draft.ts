/** What stands in the fields of the setup page, as typed, and what it means as a configuration. Pure. */

import { addPositions } from '@rollcall/scoring/add-positions'
import {
  type GameModes,
  LeaderboardConfiguration,
  MAX_POSITIONS,
  NEW_CONFIGURATION,
} from '@rollcall/scoring/configuration'

type NumberIn<Configuration> = {
  [Field in keyof Configuration]: Configuration[Field] extends number ? Field : never
}[keyof Configuration]

export type NumberField = NumberIn<LeaderboardConfiguration>
export type GameMode = keyof GameModes

export const GAME_MODES = ['racing', 'battleRoyale', 'tilted'] as const satisfies GameMode[]

/** The fields of points that are asked for only where their mode counts. */
export const FIELDS_OF_MODE = {
  racing: ['checkpointPoints'],
  battleRoyale: ['brKillPoints', 'damagePoints', 'crownWinPoints'],
  tilted: ['tiltLevelSurvivedPoints', 'tiltTopTilteePoints'],
} as const satisfies Record<GameMode, NumberField[]>

const NUMBER_FIELDS = [
  'pointDecrement',
  'multiplePositionsToAdd',
  'participationPoints',
  ...Object.values(FIELDS_OF_MODE).flat(),
] as const satisfies NumberField[]

/** The points for a place: which one is its place in the list. */
export interface PositionDraft {
  /** Stays with the row when others are removed. */
  readonly id: number
  readonly text: string
}

export interface SetupDraft {
  readonly name: string
  readonly gameModes: GameModes
  readonly isDefault: boolean
  readonly givePositionPointsOnDNF: boolean
  readonly numbers: Readonly<Record<NumberField, string>>
  readonly positions: readonly PositionDraft[]
}

/** One configuration's fields; a new one's where there is none yet. */
export function draftOf(
  config: LeaderboardConfiguration = NEW_CONFIGURATION,
  isDefault = false,
): SetupDraft {
  return {
    name: config.name,
    gameModes: config.gameModes,
    isDefault,
    givePositionPointsOnDNF: config.givePositionPointsOnDNF,
    numbers: Object.fromEntries(
      NUMBER_FIELDS.map((field) => [field, String(config[field])]),
    ) as SetupDraft['numbers'],
    positions: config.positions.map(({ position, points }) => ({
      id: position,
      text: String(points),
    })),
  }
}

export interface ReadDraft {
  /** null: something in it cannot be. */
  readonly config: LeaderboardConfiguration | null
  /** Why, by the path of the field, such as `positions.3.points`; in the order of the fields. */
  readonly problems: ReadonlyMap<string, string>
  /** Equal for two drafts that mean the same. */
  readonly fingerprint: string
}

export function readDraft(draft: SetupDraft): ReadDraft {
  const candidate = candidateOf(draft)
  const { data, error } = LeaderboardConfiguration.safeParse(candidate)
  const problems = new Map<string, string>()
  for (const { path, message } of error?.issues ?? []) {
    const key = path.join('.')
    if (!problems.has(key)) problems.set(key, message)
  }
  return {
    config: data ?? null,
    problems,
    fingerprint: JSON.stringify([candidate, draft.isDefault]),
  }
}

/** The first thing that stands in the way of saving, as one sentence. */
export function firstProblemOf({ problems }: ReadDraft): string | null {
  const [first] = problems
  return first === undefined ? null : sentenceFor(first)
}

/** The first of the positions that cannot be. */
export function positionProblemOf(problems: ReadDraft['problems']): string | null {
  const first = [...problems].find(([path]) => POSITION_PATH.test(path))
  return first === undefined ? null : sentenceFor(first)
}

const POSITION_PATH = /^positions\.(\d+)\./

function sentenceFor([path, sentence]: readonly [string, string]): string {
  const index = POSITION_PATH.exec(path)?.[1]
  return index === undefined ? sentence : `Position ${Number(index) + 1}: ${sentence}`
}

function candidateOf(draft: SetupDraft): LeaderboardConfiguration {
  const { gameModes, givePositionPointsOnDNF, numbers, positions } = draft
  const config: LeaderboardConfiguration = {
    ...NEW_CONFIGURATION,
    name: draft.name.trim(),
    positions: positionsOf(positions),
    givePositionPointsOnDNF,
    gameModes,
  }
  for (const field of NUMBER_FIELDS) config[field] = numberOf(numbers[field])
  // Nobody sees the fields of these modes, so what cannot be in them must not stand in the way.
  for (const field of GAME_MODES.flatMap((mode) => (gameModes[mode] ? [] : FIELDS_OF_MODE[mode]))) {
    if (!LeaderboardConfiguration.shape[field].safeParse(config[field]).success) {
      config[field] = NEW_CONFIGURATION[field]
    }
  }
  return config
}

function positionsOf(positions: readonly PositionDraft[]) {
  return positions.map(({ text }, index) => ({ position: index + 1, points: numberOf(text) }))
}

/** NaN where it is none, an empty text among them. */
function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text)
}

/** A draft with more positions, or why there can be none. */
export type Added =
  | { readonly draft: SetupDraft; readonly count: number }
  | { readonly why: string }

export function withAddedPositions(draft: SetupDraft): Added {
  const { positions, numbers } = draft
  const { problems } = readDraft(draft)
  const why =
    problems.get('multiplePositionsToAdd') ??
    problems.get('pointDecrement') ??
    problems.get(`positions.${positions.length - 1}.points`)
  if (why !== undefined) return { why }
  if (positions.length >= MAX_POSITIONS) {
    return {
      why: `A leaderboard can have up to ${MAX_POSITIONS.toLocaleString('en-US')} positions.`,
    }
  }
  const nextId = Math.max(...positions.map(({ id }) => id)) + 1
  const added = addPositions(positionsOf(positions), {
    count: numberOf(numbers.multiplePositionsToAdd),
    decrement: numberOf(numbers.pointDecrement),
  }).slice(positions.length)
  return {
    draft: {
      ...draft,
      positions: [
        ...positions,
        ...added.map(({ points }, index) => ({ id: nextId + index, text: String(points) })),
      ],
    },
    count: added.length,
  }
}

/** Without that position; the only one stays. */
export function withoutPosition(draft: SetupDraft, id: number): SetupDraft {
  return draft.positions.length === 1
    ? draft
    : { ...draft, positions: draft.positions.filter((position) => position.id !== id) }
}
