/** The setup page's fields as typed, and the configuration they stand for. Pure. */

import {
  addPositions,
  type GameModes,
  LeaderboardConfiguration,
  MAX_POSITIONS,
  NEW_CONFIGURATION,
} from '@rollcall/scoring/configuration'
import { problemIn } from '@rollcall/scoring/problem'
import { currentLanguage } from '#texts/language.ts'
import { texts } from './texts.ts'

type NumberIn<Configuration> = {
  [Field in keyof Configuration]: Configuration[Field] extends number ? Field : never
}[keyof Configuration]

export type NumberField = NumberIn<LeaderboardConfiguration>
export type ConfigurationMode = keyof GameModes

export const GAME_MODES: readonly ConfigurationMode[] = ['racing', 'battleRoyale', 'tilted']

interface PointRule {
  readonly field: NumberField
  /** Asked for only if this mode is checked; null: always. */
  readonly mode: ConfigurationMode | null
}

export const POINT_RULES: readonly PointRule[] = [
  { field: 'participationPoints', mode: null },
  { field: 'checkpointPoints', mode: 'racing' },
  { field: 'brKillPoints', mode: 'battleRoyale' },
  { field: 'damagePoints', mode: 'battleRoyale' },
  { field: 'crownWinPoints', mode: 'battleRoyale' },
  { field: 'tiltLevelSurvivedPoints', mode: 'tilted' },
  { field: 'tiltTopTilteePoints', mode: 'tilted' },
]

export function isAskedFor({ mode }: PointRule, gameModes: GameModes): boolean {
  return mode === null || gameModes[mode]
}

const NUMBER_FIELDS: readonly NumberField[] = [
  'pointDecrement',
  'multiplePositionsToAdd',
  ...POINT_RULES.map(({ field }) => field),
]

/** The points for a position; which position is given by the index in the list. */
export interface PositionDraft {
  /** Stays the same when other rows are removed. */
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

export function toSetupDraft(
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
  /** null: the draft is invalid. */
  readonly config: LeaderboardConfiguration | null
  /** Why it is invalid, by the field's path, such as `positions.3.points`, in the order of the fields. */
  readonly problems: ReadonlyMap<string, string>
  /** Equal for drafts with the same meaning. */
  readonly fingerprint: string
}

export function readDraft(draft: SetupDraft): ReadDraft {
  const candidate = makeCandidate(draft)
  const { data, error } = LeaderboardConfiguration.safeParse(candidate)
  const problems = new Map<string, string>()
  for (const issue of error?.issues ?? []) {
    const key = issue.path.join('.')
    if (!problems.has(key)) {
      const problem = problemIn(issue) ?? { error: issue.message }
      problems.set(key, currentLanguage().problemText(problem))
    }
  }
  return {
    config: data ?? null,
    problems,
    fingerprint: JSON.stringify([candidate, draft.isDefault]),
  }
}

export function findFirstProblem({ problems }: ReadDraft): string | null {
  const [first] = problems
  if (first === undefined) {
    return null
  }
  // The field itself shows the problem.
  return NUMBER_FIELDS.some((field) => field === first[0]) ? texts.correctField : sentenceFor(first)
}

export function findPositionProblem(problems: ReadDraft['problems']): string | null {
  const first = [...problems].find(([path]) => POSITION_PATH.test(path))
  return first === undefined ? null : sentenceFor(first)
}

const POSITION_PATH = /^positions\.(\d+)\./

function sentenceFor([path, sentence]: readonly [string, string]): string {
  const index = POSITION_PATH.exec(path)?.[1]
  return index === undefined ? sentence : texts.positions.problem(Number(index) + 1, sentence)
}

function makeCandidate(draft: SetupDraft): LeaderboardConfiguration {
  const { gameModes, givePositionPointsOnDNF, numbers, positions } = draft
  const config: LeaderboardConfiguration = {
    ...NEW_CONFIGURATION,
    name: draft.name.trim(),
    positions: readPositions(positions),
    givePositionPointsOnDNF,
    gameModes,
  }
  for (const field of NUMBER_FIELDS) {
    config[field] = readNumber(numbers[field])
  }
  // The fields of unchecked modes are hidden, so they must not prevent saving.
  for (const rule of POINT_RULES) {
    const { field } = rule
    const isValid = LeaderboardConfiguration.shape[field].safeParse(config[field]).success
    if (!isAskedFor(rule, gameModes) && !isValid) {
      config[field] = NEW_CONFIGURATION[field]
    }
  }
  return config
}

function readPositions(positions: readonly PositionDraft[]) {
  return positions.map(({ text }, index) => ({ position: index + 1, points: readNumber(text) }))
}

/** NaN for an empty text and anything that is not a number. */
function readNumber(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text)
}

/** A draft with more positions, or why there cannot be more; a field may already show the reason. */
export type Added =
  | { readonly draft: SetupDraft; readonly count: number }
  | { readonly why: string; readonly isBesideField: boolean }

export function withAddedPositions(draft: SetupDraft): Added {
  const { positions, numbers } = draft
  const { problems } = readDraft(draft)
  const whyField = problems.get('multiplePositionsToAdd') ?? problems.get('pointDecrement')
  if (whyField !== undefined) {
    return { why: whyField, isBesideField: true }
  }
  const whyLast = problems.get(`positions.${positions.length - 1}.points`)
  if (whyLast !== undefined) {
    return { why: whyLast, isBesideField: false }
  }
  if (positions.length >= MAX_POSITIONS) {
    return { why: texts.positions.tooMany(MAX_POSITIONS), isBesideField: false }
  }
  const nextId = Math.max(...positions.map(({ id }) => id)) + 1
  const added = addPositions(readPositions(positions), {
    count: readNumber(numbers.multiplePositionsToAdd),
    decrement: readNumber(numbers.pointDecrement),
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

/** Removes a position, unless it is the only one. */
export function withoutPosition(draft: SetupDraft, id: number): SetupDraft {
  return draft.positions.length === 1
    ? draft
    : { ...draft, positions: draft.positions.filter((position) => position.id !== id) }
}
