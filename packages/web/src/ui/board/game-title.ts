import { texts } from './texts.ts'

export interface TitledGame {
  readonly mode: 'race' | 'royale' | 'tilt'
  /** null: unknown. */
  readonly map: { readonly name: string } | null
  /** The level of a tilt run; null if unknown. */
  readonly level: number | null
}

/** `Race on Canyon`, `Tilt level 7`. */
export function gameTitle({ mode, map, level }: TitledGame): string {
  const game =
    mode === 'tilt' && level !== null ? texts.games.level(level) : texts.games.modes[mode]
  return map === null ? game : texts.games.on(game, map.name)
}
