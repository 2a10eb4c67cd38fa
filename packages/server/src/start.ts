import { mkdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { retirePractice } from './domain/intake/channels/retire-practice.ts'
import { connectPlatforms } from './domain/people/platforms/all.ts'
import { dropUnlistedAdmins } from './domain/people/sign-in/admin-bindings.ts'
import {
  PRACTICE_CLIENT_ID,
  PRACTICE_PLATFORM_PATH,
} from './domain/people/sign-in/practice-platform.ts'
import { forgetEndedSessions, PlatformSessions } from './domain/people/sign-in/sessions.ts'
import { dropBrokenCopies, installersDir } from './domain/releases/installer-cache.ts'
import { moveInstallersIn } from './domain/releases/move-installers-in.ts'
import { seedStandardConfiguration } from './domain/scoring/queries.ts'
import { seedSettings } from './domain/site/settings.ts'
import type { AppContext } from './edge/app-context.ts'
import { keepBuilds } from './edge/kept-builds.ts'
import { deriveKeys, loadOrCreateSecret, loadPrivacyKey } from './edge/secret-keys.ts'
import { ChangeFeed } from './platform/changes/change-feed.ts'
import { migrateDatabase } from './platform/database/migrate.ts'
import { type Database, openDatabase } from './platform/database/open-database.ts'
import type { Db } from './platform/database/schema.ts'

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
  validationWaitMs?: number | undefined
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
    await tidyUp(db, { config, changes, now: now(), warn, report })
    const secret = config.sessionSecret ?? (await loadOrCreateSecret(config.dataDir))
    const keys = { ...deriveKeys(secret), privacy: await loadPrivacyKey(config) }
    const practiceUrl = () => ownAddress(app) + PRACTICE_PLATFORM_PATH
    const platforms = connectPlatforms(config, {
      practice: {
        clientId: PRACTICE_CLIENT_ID,
        authUrl: practiceUrl,
        apiUrl: practiceUrl,
        pagesUrl: PRACTICE_PLATFORM_PATH,
      },
      timeoutMs: options.platformTimeoutMs,
    })
    const { pool, slow: slowDb } = database
    const parts = { config, db, slowDb, pool, changes, now, keys, warn }
    const context: AppContext = {
      ...parts,
      sessions: new PlatformSessions(parts, platforms, options.validationWaitMs),
    }
    let isStopping = false
    const keptBuilds = await keepBuildsOrWarn(options)
    const app = await buildApp(context, {
      platforms,
      webDir,
      keptBuilds,
      logger,
      isStopping: () => isStopping,
    })
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

/** What must be there, or gone, before the first call. */
async function tidyUp(db: Db, { config, changes, now, warn, report }: Tidying): Promise<void> {
  await seedSettings(db, { firstSeason: config.firstSeason, now })
  await seedStandardConfiguration(db, now)
  await dropUnlistedAdmins(db, config.adminLogins)
  await forgetEndedSessions(db, now)
  await dropBrokenCopies(config.dataDir, now)
  await moveInstallersIn(db, installersDir(config.dataDir), { warn, report })
  if (config.platforms.length > 0) {
    await retirePractice(changes, now)
  }
}

interface Tidying extends Pick<AppContext, 'config' | 'changes' | 'warn'> {
  now: Date
  report: (step: string) => void
}

/** The site works without them, for instance with a full disk; only pages from before the update do not. */
async function keepBuildsOrWarn({ config, webDir, warn, now = () => new Date() }: StartOptions) {
  if (webDir === undefined) return []
  try {
    return await keepBuilds({ webDir, dataDir: config.dataDir, now: now() })
  } catch (error) {
    warn(`The pages' scripts could not be kept for the next update: ${error}`)
    return []
  }
}

function ownAddress(app: FastifyInstance): string {
  const address = app.server.address() as AddressInfo | null
  if (address === null) {
    throw new Error('practice sign-in needs a server that listens')
  }
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`
}
