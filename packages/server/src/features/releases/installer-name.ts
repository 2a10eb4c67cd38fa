/** What an installer may be called, and the version its name tells. */
import { MAX_INSTALLER_NAME_LENGTH } from '@rollcall/contract/releases'

/** Letters, digits and what is harmless in an address, a header and on every file system. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9 ._()+-]*\.exe$/i

export function isInstallerName(name: string): boolean {
  return name.length <= MAX_INSTALLER_NAME_LENGTH && NAME.test(name)
}

/**
 * The number in an installer's name: one with dots (`2.4.0`) before one without that stands by
 * itself (`Setup-12.exe`, `Setup v12.exe`; not the 64 of `x64`). null where it has none.
 */
export function versionInName(name: string): string | null {
  const stem = name.replace(/\.exe$/i, '')
  const dotted = /\d+(?:\.\d+)+/.exec(stem)?.[0]
  return dotted ?? /(?:^|[-_ (+])v?(\d+)(?=$|[-_ )+])/i.exec(stem)?.[1] ?? null
}
