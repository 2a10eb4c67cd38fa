/** Allowed names of installers, and the version in a name. */
import { installerTypeOf, MAX_INSTALLER_NAME_LENGTH } from '@rollcall/contract/releases'

/** Characters that are safe in an address, a header and on every file system. */
const STEM = /^[A-Za-z0-9][A-Za-z0-9 ._()+-]*$/

export function isInstallerName(name: string): boolean {
  return (
    name.length <= MAX_INSTALLER_NAME_LENGTH &&
    installerTypeOf(name) !== null &&
    STEM.test(withoutEnding(name))
  )
}

/**
 * The version in an installer's name: a number with dots (`2.4.0`), or else a separate number without dots
 * (`Setup-12.exe`, `Setup v12.exe`; not the 64 of `x64`). null if there is none.
 */
export function versionInName(name: string): string | null {
  const stem = withoutEnding(name)
  const dotted = /\d+(?:\.\d+)+/.exec(stem)?.[0]
  return dotted ?? /(?:^|[-_ (+])v?(\d+)(?=$|[-_ )+])/i.exec(stem)?.[1] ?? null
}

function withoutEnding(name: string): string {
  return name.slice(0, name.length - (installerTypeOf(name)?.length ?? 0))
}
