/** Finds the folder that the game writes to, if nobody has chosen one. */
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'

const SAVES = ['MarblesOnStream', 'Saved', 'SaveGames']
/** Below the home directory, for Steam's own installer, a distribution's package, and Flatpak. */
const STEAM_DIRECTORIES = [
  '.steam/steam',
  '.local/share/Steam',
  '.var/app/com.valvesoftware.Steam/.local/share/Steam',
]

export interface Environment {
  platform: NodeJS.Platform
  home: string
  /** %LOCALAPPDATA%. */
  localAppData: string | undefined
}

/**
 * On Windows, the folder that the game always uses, even before its first game. Elsewhere, its newest folder in one
 * of Steam's Proton prefixes; null if there is none.
 */
export async function findGameFolder(environment: Environment): Promise<string | null> {
  const { platform, home, localAppData } = environment
  if (platform === 'win32') {
    return path.join(localAppData ?? path.join(home, 'AppData', 'Local'), ...SAVES)
  }
  const libraries = new Set<string>()
  for (const directory of STEAM_DIRECTORIES) {
    const steam = path.join(home, directory)
    libraries.add(steam)
    for (const library of await listLibraries(steam)) {
      libraries.add(library)
    }
  }
  const found: { folder: string; changedMs: number }[] = []
  for (const library of libraries) {
    const prefixes = path.join(library, 'steamapps', 'compatdata')
    for (const prefix of await readdir(prefixes).catch(() => [])) {
      const user = path.join(prefixes, prefix, 'pfx', 'drive_c', 'users', 'steamuser')
      const folder = path.join(user, 'AppData', 'Local', ...SAVES)
      const stats = await stat(folder).catch(() => null)
      if (stats?.isDirectory()) {
        found.push({ folder, changedMs: stats.mtimeMs })
      }
    }
  }
  return found.sort((a, b) => b.changedMs - a.changedMs)[0]?.folder ?? null
}

/** Steam lists libraries on other disks in a file with its own format; only the paths matter here. */
async function listLibraries(steam: string): Promise<string[]> {
  const list = path.join(steam, 'steamapps', 'libraryfolders.vdf')
  const text = await readFile(list, 'utf8').catch(() => '')
  return Array.from(text.matchAll(/"path"\s+"([^"]+)"/g), ([, library = '']) => library)
}
