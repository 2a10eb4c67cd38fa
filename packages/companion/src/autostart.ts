/** Whether the companion starts with Windows: a value in the user's registry, which the installer writes too. */
import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

export interface Autostart {
  isOn(): Promise<boolean>
  /** @throws {Error} with a sentence */
  set(isOn: boolean): Promise<void>
}

const KEY = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run'
const NAME = 'Rollcall Companion'
const run = promisify(execFile)

export function windowsAutostart(program: string): Autostart {
  const windows = process.env.SystemRoot ?? 'C:\\Windows'
  const tool = path.win32.join(windows, 'System32', 'reg.exe')
  const reg = (...args: string[]) => run(tool, args, { windowsHide: true })
  return {
    isOn: () =>
      reg('query', KEY, '/v', NAME).then(
        () => true,
        () => false,
      ),
    async set(isOn) {
      const value = ['/t', 'REG_SZ', '/d', `"${program}" --no-open`]
      const change = isOn
        ? reg('add', KEY, '/v', NAME, ...value, '/f')
        : reg('delete', KEY, '/v', NAME, '/f')
      await change.catch(() => {
        throw new Error(
          'Windows did not accept the change. Try again, or change it in the Windows settings.',
        )
      })
    },
  }
}
