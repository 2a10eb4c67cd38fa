import { clientIdSetting, SIGN_IN_PLATFORMS } from '@rollcall/scoring/platforms'
import { type Config, ConfigError, readConfig } from '@rollcall/server/config'

export const DEMO_SEASON = 75

/** The sample streamer who is an admin, besides those in ADMIN_LOGINS. */
export const ADMIN = 'MarbleMaven'

/** @throws {ConfigError} if a real platform or database is configured, where samples do not belong */
export function readDemoConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const set = SIGN_IN_PLATFORMS.map(clientIdSetting).find((name) => env[name]?.trim())
  if (set !== undefined) {
    throw new ConfigError(`${set}: the demo signs in by practice only; leave it unset`)
  }
  const config = readConfig({
    ...env,
    DATA_DIR: env.DATA_DIR || './data/demo',
    ADMIN_LOGINS: [env.ADMIN_LOGINS, ADMIN.toLowerCase()].filter(Boolean).join(','),
    SEASON: String(DEMO_SEASON),
  })
  if (config.databaseUrl !== undefined) {
    throw new ConfigError('DATABASE_URL: the demo fills the embedded database only; leave it unset')
  }
  return config
}
