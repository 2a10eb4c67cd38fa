/** The settings as a form: their order, their labels, and what of them was changed. */
import { SETTING_LABELS, type Settings } from '@rollcall/contract/admin'

interface SettingField {
  readonly key: string
  readonly label: string
}

const KNOWN: readonly SettingField[] = Object.entries(SETTING_LABELS).map(([key, label]) => ({
  key,
  label,
}))

/** The known ones first, with a readable label; then the others by their key. */
export function fieldsOf(settings: Settings): SettingField[] {
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

/** What saving a changed season means; null where the season stays. */
export function findSeasonHint(settings: Settings, typed: Settings): string | null {
  const { season = '' } = settingsToSend(settings, typed)
  if (season === settings.season || !/^\d+$/.test(season)) {
    return null
  }
  const next = Number(settings.season) + 1
  const outcome = `Season ${season} becomes the current one when you save`
  return Number(season) === next
    ? `${outcome}: it is created, and selected on the leaderboards.`
    : `${outcome}. The next one would be ${next}, so you will be asked first.`
}

/** The number of the next season where saving starts it; null where it does not. */
export function findNextSeason(settings: Settings, typed: Settings): number | null {
  const { season = '' } = settingsToSend(settings, typed)
  const next = Number(settings.season) + 1
  return /^\d+$/.test(season) && Number(season) === next ? next : null
}
