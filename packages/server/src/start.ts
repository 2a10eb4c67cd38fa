import { mkdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { buildApp } from './app.ts'
import type { AppContext } from './app-context.ts'
import { ChangeFeed } from './changes/change-feed.ts'
import type { Config } from './config.ts'
import { migrateDatabase } from './database/migrate.ts'
import { type Database, openDatabase } from './database/open-database.ts'
import { dropUnlistedAdmins } from './features/auth/admin-bindings.ts'
import { createPlatform } from './features/auth/platform.ts'
import { PRACTICE_CLIENT_ID, PRACTICE_PLATFORM_PATH } from './features/auth/practice-platform.ts'
import { forgetEndedSessions, openSessions } from './features/auth/sessions.ts'
import { dropBrokenCopies, installersDir } from './features/releases/installer-cache.ts'
import { moveInstallersIn } from './features/releases/move-installers-in.ts'
import { seedStandardConfiguration } from './features/scoring/queries.ts'
import { retirePractice } from './features/uploads/retire-practice.ts'
import { deriveKeys, loadOrCreateSecret, loadPrivacyKey } from './secret-keys.ts'
import { seedSettings } from './settings.ts'

export interface RunningServer {
  app: FastifyInstance
  context: AppContext
  /** From now on `/ready` says that the process is about to stop, so that a proxy sends calls elsewhere. */
  announceStop(): void
  close(): Promise<void>
}

interface StartOptions {
  config: Config
  warn: (message: string) => void
  /** Prints which steps of the start take long. */
  say?: (line: string) => void
  webDir?: string | undefined
  logger?: FastifyServerOptions['logger']
  now?: () => Date
  database?: Database
  platformTimeoutMs?: number | undefined
}

export async function prepareServer(options: StartOptions): Promise<RunningServer> {
  const { config, warn, webDir, logger, now = () => new Date(), say = () => {} } = options
  // With DATABASE_URL nothing else creates it, and each upload checks its free space.
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  const database = options.database ?? (await openDatabase({ ...config, warn }))
  const changes = new ChangeFeed(database, { warn })
  const report = (step: string) => say(`Bringing the database up to date: ${step} …`)
  try {
    await migrateDatabase(database, { report })
    await changes.start()
    const db = database.kysely
    await seedSettings(db, { firstSeason: config.firstSeason, now: now() })
    await seedStandardConfiguration(db, now())
    await dropUnlistedAdmins(db, config.adminLogins)
    await forgetEndedSessions(db, now())
    await dropBrokenCopies(config.dataDir, now())
    await moveInstallersIn(db, installersDir(config.dataDir), { warn, report })
    if (config.twitchClientId !== undefined) {
      await retirePractice(changes, now())
    }
    const secret = config.sessionSecret ?? (await loadOrCreateSecret(config.dataDir))
    const keys = { ...deriveKeys(secret), privacy: await loadPrivacyKey(config) }
    const practiceUrl = () => ownAddress(app) + PRACTICE_PLATFORM_PATH
    const platform = createPlatform({
      clientId: config.twitchClientId ?? PRACTICE_CLIENT_ID,
      authUrl: config.twitchClientId === undefined ? practiceUrl : () => config.twitchAuthUrl,
      apiUrl: config.twitchClientId === undefined ? practiceUrl : () => config.twitchApiUrl,
      timeoutMs: options.platformTimeoutMs,
    })
    const { pool, slow: slowDb } = database
    const parts = { config, db, slowDb, pool, changes, now, keys, warn }
    const context: AppContext = { ...parts, sessions: openSessions(parts, platform) }
    let isStopping = false
    const app = await buildApp(context, { platform, webDir, logger, isStopping: () => isStopping })
    return {
      app,
      context,
      announceStop() {
        isStopping = true
      },
      async close() {
        await app.close()
        await changes.close()
        await database.close()
      },
    }
  } catch (error) {
    await changes.close()
    await database.close()
    throw error
  }
}

function ownAddress(app: FastifyInstance): string {
  const address = app.server.address() as AddressInfo | null
  if (address === null) {
    throw new Error('practice sign-in needs a server that listens')
  }
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`
}
