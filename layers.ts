/**
 * Which part of Rollcall may import which: each imports only what is below it, and parts on one line do not
 * import each other. A new feature of the server takes its place in the list; a feature of the web needs none.
 * `.ci/layers.test.ts` checks every file.
 */
type Layers = readonly (readonly string[])[]

/** Packages import each other by name only. */
export const PACKAGES: Layers = [
  ['bench', 'faults'],
  ['e2e'],
  ['packages/demo'],
  ['packages/server', 'packages/web', 'packages/companion'],
  ['packages/contract'],
  ['packages/formats'],
  ['packages/scoring'],
]

const SERVER: Layers = [
  ['main.ts', 'verify.ts', 'backup.ts', 'restore.ts', 'privacy-list.ts', 'upgrade.ts'],
  ['serve.ts'],
  ['verify', 'backup'],
  ['start.ts'],
  ['app.ts'],
  ['features/admin'],
  ['features/account'],
  ['features/live'],
  ['features/companions'],
  ['features/chat'],
  ['features/sharing'],
  ['features/show'],
  ['features/search'],
  ['features/seasons'],
  ['features/channels'],
  ['features/maps'],
  ['features/games'],
  ['features/racers'],
  ['features/badges'],
  ['features/events'],
  ['features/leaderboards'],
  ['features/dashboard'],
  ['features/uploads'],
  ['features/boards'],
  ['features/standings'],
  ['features/releases'],
  ['features/scoring'],
  ['features/api-keys'],
  ['features/auth'],
  ['app-context.ts', 'audit-log.ts', 'reports.ts', 'settings.ts'],
  ['secret-keys.ts', 'http', 'changes', 'racer-names.ts', 'privacy-hashes.ts'],
  ['made-keys.ts'],
  ['database'],
  ['admission'],
  ['config.ts', 'own-thread.ts'],
  ['limits.ts', 'trusted-proxies.ts'],
]

/** `*`: each folder is a part of its own, so that features do not import each other. */
const WEB: Layers = [
  ['main.ts', 'overlay'],
  ['languages'],
  ['app'],
  ['features/*'],
  ['api', 'ui'],
  ['texts'],
  ['theme.ts', 'vite-env.d.ts'],
]

export const FOLDERS: Readonly<Record<string, Layers>> = {
  'packages/server/src': SERVER,
  'packages/web/src': WEB,
}
