/** The settings as a form: their order, their labels, and what of them was changed. */
import type { Settings } from '@rollcall/contract/admin'

export interface SettingField {
  readonly key: string
  readonly label: string
}

const KNOWN: readonly SettingField[] = [
  { key: 'season', label: 'Season' },
  { key: 'version', label: 'Version' },
  { key: 'dev_season', label: 'Development Season' },
  { key: 'dev_version', label: 'Development Version' },
]

/** The known ones first, with a readable label; then the others by their key. */
export function fieldsOf(settings: Settings): SettingField[] {
  const known = new Set(KNOWN.map(({ key }) => key))
  const others = Object.keys(settings)
    .filter((key) => !known.has(key))
    .sort()
    .map((key) => ({ key, label: key }))
  return [...KNOWN.filter(({ key }) => key in settings), ...others]
}

/** What is to be sent: only what differs, so that nobody else's change is undone by it. */
export function changesOf(settings: Settings, typed: Settings): Settings {
  return Object.fromEntries(
    Object.entries(typed)
      .map(([key, value]) => [key, value.trim()] as const)
      .filter(([key, value]) => value !== settings[key]),
  )
}

/** What saving a changed season means; null where the season stays. */
export function findSeasonHint(settings: Settings, typed: Settings): string | null {
  const changed = changesOf(settings, typed).season
  if (changed === undefined || !/^\d+$/.test(changed)) return null
  const next = Number(settings.season) + 1
  const outcome = `Season ${changed} becomes the current one when you save`
  return Number(changed) === next
    ? `${outcome}: it is created, and selected on the leaderboards.`
    : `${outcome}. The next one would be ${next}, so you will be asked first.`
}
