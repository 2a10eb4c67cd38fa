import { type Config, ConfigError, readConfig } from '../config.ts'
import { PRACTICE_STREAMERS } from '../features/auth/practice-streamers.ts'

export const DEMO_SEASON = 75

/** Sample streamers who are admins, besides those in ADMIN_LOGINS. */
const DEMO_ADMINS = PRACTICE_STREAMERS.slice(0, 1).map((name) => name.toLowerCase())

/** @throws {ConfigError} where a real platform or database is configured: samples do not belong there */
export function readDemoConfig(env: Readonly<Record<string, string | undefined>>): Config {
  if (env.TWITCH_CLIENT_ID?.trim()) {
    throw new ConfigError('TWITCH_CLIENT_ID: the demo signs in by practice only; leave it unset')
  }
  const config = readConfig({
    ...env,
    DATA_DIR: env.DATA_DIR || './data/demo',
    ADMIN_LOGINS: [env.ADMIN_LOGINS, ...DEMO_ADMINS].filter(Boolean).join(','),
    SEASON: String(DEMO_SEASON),
  })
  if (config.databaseUrl !== undefined) {
    throw new ConfigError('DATABASE_URL: the demo fills the embedded database only; leave it unset')
  }
  return config
}
