import { type Settings as SettingsByKey, updateAdminSettings } from '@rollcall/contract/admin'
import { sql } from 'kysely'
import type { AppContext } from '../../../app-context.ts'
import { actorOf, recordAct } from '../../../audit-log.ts'
import { createSeasonPartitions } from '../../../database/season-partitions.ts'
import { ApiError } from '../../../http/api-error.ts'
import type { Serve } from '../../../http/serve-endpoint.ts'
import { listSettings, saveSettings, startSeason } from '../../../settings.ts'

const SEASON = /^[1-9]\d{0,3}$/
const VERSION_LENGTH = 50

/** Any season but the next one must be confirmed: the companion resets to the season that it gets from here. */
export function serveChangeSettings(serve: Serve, { changes, db, now }: AppContext): void {
  serve(updateAdminSettings, (call) =>
    changes.transaction(async (trx) => {
      const { body, query } = call
      // One change at a time, each seeing what the one before it left.
      await sql`lock table settings in share row exclusive mode`.execute(trx)
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
        await startSeason(trx, { season: Number(season), now: now() })
        const devSeason = changed.dev_season ?? before.dev_season ?? ''
        if (devSeason !== '' && Number(devSeason) <= Number(season)) {
          changed.dev_season = ''
        }
      }
      if (Object.keys(changed).length > 0) {
        await saveSettings(trx, changed)
        await recordAct(trx, actorOf(call, now()), {
          act: 'settings-updated',
          summary: `Changed the settings: ${Object.keys(changed).join(', ')}.`,
          details: Object.fromEntries(
            Object.entries(changed).map(([key, value]) => [
              key,
              `${before[key] || '(none)'} → ${value || '(none)'}`,
            ]),
          ),
        })
      }
      return { status: 'success' as const, settings: await listSettings(trx) }
    }),
  )
}

function checkedChanges(given: SettingsByKey, before: SettingsByKey): Record<string, string> {
  const changed: Record<string, string> = {}
  for (const [key, text] of Object.entries(given)) {
    const value = text.trim()
    if (!Object.hasOwn(before, key)) {
      throw new ApiError('invalid', `There is no setting called ${key}.`)
    }
    // The page sends every setting back; what it did not change is as it was stored.
    if (text !== before[key] && value !== before[key]) {
      checkValue(key, value, given.season?.trim() ?? before.season ?? '')
      changed[key] = value
    }
  }
  return changed
}

function checkValue(key: string, value: string, season: string): void {
  if (key === 'season' && !SEASON.test(value)) {
    throw new ApiError('invalid', 'The season must be a whole number from 1 to 9999.')
  }
  if (key === 'dev_season' && value !== '' && !SEASON.test(value)) {
    throw new ApiError(
      'invalid',
      'The development season must be a whole number from 1 to 9999, or empty for none.',
    )
  }
  if (key === 'dev_season' && value !== '' && Number(value) <= Number(season)) {
    throw new ApiError(
      'invalid',
      'The development season must be later than the current one, or everybody could see it.',
    )
  }
  if (value.length > VERSION_LENGTH && (key === 'version' || key === 'dev_version')) {
    throw new ApiError('invalid', `A version has at most ${VERSION_LENGTH} characters.`)
  }
}
