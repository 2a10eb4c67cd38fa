/**
 * Which part of Rollcall may import which: each imports only what is below it, and parts on one line do not
 * import each other. `*`: each folder is a part of its own. A new folder below `domain` takes its place in the list;
 * a page, an output and a feature of the web need none.
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
  ['packages/formats', 'packages/embedded-postgres'],
  ['packages/scoring'],
]

const SERVER: Layers = [
  ['main.ts', 'verify.ts', 'backup.ts', 'restore.ts', 'privacy-list.ts', 'upgrade.ts'],
  ['serve.ts'],
  ['ops/*'],
  ['start.ts'],
  ['app.ts'],
  ['desk/*'],
  ['outputs/*'],
  ['pages/*'],
  ['domain/seasons', 'domain/show', 'domain/badges'],
  ['domain/events'],
  ['domain/boards'],
  ['domain/visibility', 'domain/intake'],
  ['domain/standings'],
  ['domain/rights'],
  ['domain/scoring', 'domain/releases'],
  ['domain/people'],
  ['domain/site'],
  ['edge'],
  ['platform'],
  ['config.ts'],
  ['limits.ts', 'trusted-proxies.ts'],
]

const WEB: Layers = [
  ['main.ts', 'overlay'],
  ['languages'],
  ['app'],
  ['features/*'],
  ['api', 'ui'],
  ['texts'],
  ['theme.ts'],
  ['storage.ts', 'jsx', 'vite-env.d.ts'],
]

export const FOLDERS: Readonly<Record<string, Layers>> = {
  'packages/server/src': SERVER,
  'packages/web/src': WEB,
}
