/** The settings form: the order of the fields, their labels, and which of them have changed. */
import { SETTING_KEYS, type Settings } from '@rollcall/contract/admin'
import { texts } from './texts.ts'

interface SettingField {
  readonly key: string
  readonly label: string
}

const KNOWN: readonly SettingField[] = SETTING_KEYS.map((key) => ({
  key,
  label: texts.settings.labels[key],
}))

/** Known settings first, with readable labels; then the others, by their keys. */
export function listFields(settings: Settings): SettingField[] {
  const known = new Set(KNOWN.map(({ key }) => key))
  const others = Object.keys(settings)
    .filter((key) => !known.has(key))
    .sort()
    .map((key) => ({ key, label: key }))
  return [...KNOWN.filter(({ key }) => key in settings), ...others]
}

export function settingsToSend(settings: Settings, typed: Settings): Settings {
  return Object.fromEntries(
    Object.entries(settings).map(([key, value]) => [key, typed[key]?.trim() ?? value]),
  )
}

export function hasChanged(settings: Settings, typed: Settings): boolean {
  const next = settingsToSend(settings, typed)
  return Object.keys(settings).some((key) => next[key] !== settings[key])
}

/** What saving a changed season would do; null if the season stays. */
export function findSeasonHint(settings: Settings, typed: Settings): string | null {
  const { season = '' } = settingsToSend(settings, typed)
  if (season === settings.season || !/^\d+$/.test(season)) {
    return null
  }
  const next = Number(settings.season) + 1
  return Number(season) === next
    ? texts.settings.seasonStarts(season)
    : texts.settings.seasonIsAsked(season, next)
}

/** The next season's number if saving starts it; null otherwise. */
export function findNextSeason(settings: Settings, typed: Settings): number | null {
  const { season = '' } = settingsToSend(settings, typed)
  const next = Number(settings.season) + 1
  return /^\d+$/.test(season) && Number(season) === next ? next : null
}
