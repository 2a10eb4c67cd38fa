/** What an installer may be called, and the version its name tells. */
import { installerTypeOf, MAX_INSTALLER_NAME_LENGTH } from '@rollcall/contract/releases'

/** Characters that are safe in an address, a header and on every file system. */
const STEM = /^[A-Za-z0-9][A-Za-z0-9 ._()+-]*$/

export function isInstallerName(name: string): boolean {
  return (
    name.length <= MAX_INSTALLER_NAME_LENGTH &&
    installerTypeOf(name) !== null &&
    STEM.test(stemOf(name))
  )
}

/**
 * The number in an installer's name: one with dots (`2.4.0`) before one without that stands by
 * itself (`Setup-12.exe`, `Setup v12.exe`; not the 64 of `x64`). null where it has none.
 */
export function versionInName(name: string): string | null {
  const stem = stemOf(name)
  const dotted = /\d+(?:\.\d+)+/.exec(stem)?.[0]
  return dotted ?? /(?:^|[-_ (+])v?(\d+)(?=$|[-_ )+])/i.exec(stem)?.[1] ?? null
}

function stemOf(name: string): string {
  return name.slice(0, name.length - (installerTypeOf(name)?.length ?? 0))
}
