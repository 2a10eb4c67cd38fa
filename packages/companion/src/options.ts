import { homedir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { findUploadKey } from '@rollcall/contract/places'
import { type CompanionSettings, connectionFrom, folderFrom } from './settings.ts'

export const HELP = `Rollcall Companion sends what your game writes to your site.

  --site URL     the address of the site
  --key KEY      the upload key of your channel
  --folder DIR   the game's folder, if it is not found automatically
  --data DIR     where the companion keeps games until they are sent
  --no-open      do not open its page in the browser
  --help         show this
`

export interface Options {
  given: Partial<CompanionSettings>
  dataDir: string
  opensPage: boolean
}

/** @throws {Error} with a sentence for the terminal */
export function readOptions(args: readonly string[]): Options | 'help' {
  const { values } = parseArgs({
    args: [...args],
    allowNegative: true,
    options: {
      site: { type: 'string' },
      key: { type: 'string' },
      folder: { type: 'string' },
      data: { type: 'string' },
      open: { type: 'boolean', default: true },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    return 'help'
  }
  const { site, key, folder, data } = values
  if ((site === undefined) !== (key === undefined) && findUploadKey(site ?? '') === null) {
    throw new Error('--site and --key belong together.')
  }
  return {
    given: {
      ...(site !== undefined && { connection: connectionFrom(site, key ?? '') }),
      ...(folder !== undefined && { folder: folderFrom(path.resolve(folder)) }),
    },
    dataDir: path.resolve(data ?? standardDataDir()),
    opensPage: values.open,
  }
}

function standardDataDir(): string {
  const { LOCALAPPDATA, XDG_DATA_HOME } = process.env
  switch (process.platform) {
    case 'win32':
      return path.join(LOCALAPPDATA ?? homedir(), 'Rollcall Companion')
    case 'darwin':
      return path.join(homedir(), 'Library', 'Application Support', 'Rollcall Companion')
    default:
      return path.join(
        XDG_DATA_HOME ?? path.join(homedir(), '.local', 'share'),
        'rollcall-companion',
      )
  }
}
