import { type Settings, updateAdminSettings } from '@rollcall/contract/admin'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { createSeasonPartitions } from '../../../platform/database/season-partitions.ts'
import { actorOf, recordAct } from '../../site/audit-log.ts'
import { listSettings, lockSettings, saveSettings, startSeason } from '../../site/settings.ts'
import { checkAllSeasons } from '../../standings/badge-checks.ts'

const SEASON = /^[1-9]\d{0,3}$/
const VERSION_LENGTH = 50

/**
 * Every season except the next one must be confirmed, because companions switch to the season that they get from here.
 */
export function serveChangeSettings(serve: Serve, { changes, db, now }: AppContext): void {
  serve(updateAdminSettings, (call) =>
    changes.transaction(async (trx) => {
      const { body, query } = call
      await lockSettings(trx)
      const before = await listSettings(trx)
      const changed = checkedChanges(body, before)
      const season = changed.season
      if (
        season !== undefined &&
        query.isConfirmed !== 'true' &&
        Number(season) !== Number(before.season) + 1
      ) {
        return {
          status: 'confirm' as const,
          currentSeason: Number(before.season),
          season: Number(season),
        }
      }
      for (const set of [season, changed.dev_season]) {
        if (set) {
          await createSeasonPartitions(db, Number(set))
        }
      }
      if (season !== undefined) {
        const devSeason = changed.dev_season ?? before.dev_season ?? ''
        const isOver = devSeason !== '' && Number(devSeason) <= Number(season)
        if (isOver) {
          changed.dev_season = ''
        }
        await startSeason(trx, {
          season: Number(season),
          now: now(),
          clearedDevSeason: isOver ? devSeason : null,
        })
      }
      if (Object.keys(changed).length > 0) {
        await saveSettings(trx, changed)
        if (season !== undefined) {
          await checkAllSeasons(trx)
        }
        await recordAct(trx, actorOf(call, now()), {
          act: 'settings-updated',
          facts: {
            settings: Object.entries(changed).map(([name, value]) => ({
              name,
              value: `${before[name] || '–'} → ${value || '–'}`,
            })),
          },
        })
      }
      return { status: 'success' as const, settings: await listSettings(trx) }
    }),
  )
}

function checkedChanges(given: Settings, before: Settings): Record<string, string> {
  const changed: Record<string, string> = {}
  for (const [key, text] of Object.entries(given)) {
    const value = text.trim()
    if (!Object.hasOwn(before, key)) {
      throw new ApiError('no_such_setting', { name: key })
    }
    // The page sends all settings back, including those that did not change.
    if (text !== before[key] && value !== before[key]) {
      checkValue(key, value, given.season?.trim() ?? before.season ?? '')
      changed[key] = value
    }
  }
  return changed
}

function checkValue(key: string, value: string, season: string): void {
  if (key === 'season' && !SEASON.test(value)) {
    throw new ApiError('season_out_of_range')
  }
  if (key === 'dev_season' && value !== '' && !SEASON.test(value)) {
    throw new ApiError('dev_season_out_of_range')
  }
  if (key === 'dev_season' && value !== '' && Number(value) <= Number(season)) {
    throw new ApiError('dev_season_not_later')
  }
  if (value.length > VERSION_LENGTH && (key === 'version' || key === 'dev_version')) {
    throw new ApiError('version_too_long', { most: VERSION_LENGTH })
  }
}
