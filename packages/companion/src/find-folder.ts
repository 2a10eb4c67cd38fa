/** Where the game writes, where nobody has chosen a folder. */
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'

const SAVES = ['MarblesOnStream', 'Saved', 'SaveGames']
/** Below the home directory, as Steam is installed by itself, by a distribution and as a Flatpak. */
const STEAM_DIRECTORIES = [
  '.steam/steam',
  '.local/share/Steam',
  '.var/app/com.valvesoftware.Steam/.local/share/Steam',
]

export interface Surroundings {
  platform: NodeJS.Platform
  home: string
  /** %LOCALAPPDATA%. */
  localAppData: string | undefined
}

/**
 * On Windows where the game always writes, also before its first game; elsewhere the newest folder of
 * it in a Proton prefix of Steam. Null where there is none.
 */
export async function findGameFolder(surroundings: Surroundings): Promise<string | null> {
  const { platform, home, localAppData } = surroundings
  if (platform === 'win32') {
    return path.join(localAppData ?? path.join(home, 'AppData', 'Local'), ...SAVES)
  }
  const libraries = new Set<string>()
  for (const directory of STEAM_DIRECTORIES) {
    const steam = path.join(home, directory)
    libraries.add(steam)
    for (const library of await librariesOf(steam)) {
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

/** Steam lists its other disks in a file of its own format; only the paths matter here. */
async function librariesOf(steam: string): Promise<string[]> {
  const list = path.join(steam, 'steamapps', 'libraryfolders.vdf')
  const text = await readFile(list, 'utf8').catch(() => '')
  return Array.from(text.matchAll(/"path"\s+"([^"]+)"/g), ([, library = '']) => library)
}
