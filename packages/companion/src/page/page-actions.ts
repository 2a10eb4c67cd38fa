/** The actions on the local page. */
import type { Companion } from '../companion.ts'
import type { Shelf } from '../outbox.ts'
import { describeDiskProblem, errorCode } from '../plain-problem.ts'
import { connectionFrom, folderFrom, type StoredSettings, siteAddress } from '../settings.ts'
import { FILE_NAMES } from '../whole-game.ts'
import type { FailedForm } from './markup.ts'
import type { PageActions } from './page-server.ts'

/** Forms that show their own problems. */
const FORMS = ['use-key', 'folder', 'import', 'autostart', 'run'] as const

/** @param openAddress opens the site in the browser; may do nothing */
export function pageActions(
  companion: Companion,
  { settings, openAddress }: { settings: StoredSettings; openAddress(address: string): void },
): PageActions {
  const { outbox, sender, connecting } = companion
  const resend = async (from: Shelf, name: string) => {
    // An offered game that the streamer sends goes to the connected channel.
    await outbox.move({ from, to: 'waiting', name }, from === 'offered' ? { channel: null } : {})
    sender.wake()
  }
  const actions: Readonly<Record<string, (form: URLSearchParams) => Promise<void> | void>> = {
    // The page shows its progress.
    update: () => void companion.update.install(),
    'try-now': () => sender.tryNow(),
    connect: async (form) => {
      openAddress(await connecting.begin(siteAddress(form.get('site') ?? '').origin))
    },
    'use-key': async (form) => {
      const connection = connectionFrom(form.get('site') ?? '', form.get('key') ?? '')
      await settings.change({ connection })
      companion.reconnect()
    },
    folder: async (form) => {
      const typed = form.get('folder') ?? ''
      await settings.change({ folder: typed.trim() === '' ? null : folderFrom(typed) })
      await companion.watchFolder()
    },
    import: (form) => companion.logImport.preview(folderFrom(form.get('logs') ?? '')),
    'import-run': () => companion.logImport.import(),
    'import-clear': () => companion.logImport.clear(),
    run: (form) =>
      companion.sayRun({ eventId: Number(form.get('event')), hasRun: form.get('has') === 'true' }),
    autostart: (form) => companion.setStartsWithWindows(form.get('on') === 'true'),
    'send-offered': (form) => resend('offered', form.get('name') ?? ''),
    'drop-offered': (form) => outbox.remove('offered', form.get('name') ?? ''),
    'send-refused': (form) => resend('refused', form.get('name') ?? ''),
    'drop-refused': (form) => outbox.remove('refused', form.get('name') ?? ''),
  }
  return {
    state: () => companion.state(),
    async act(action, form) {
      const run = Object.hasOwn(actions, action) ? actions[action] : undefined
      if (run === undefined) {
        return null
      }
      try {
        await run(form)
        return { failed: null }
      } catch (error) {
        const failed: FailedForm = {
          form: FORMS.find((form) => form === action) ?? 'connect',
          // An error with a code comes from the system; others are sentences.
          problem: errorCode(error) === '' ? (error as Error).message : describeDiskProblem(error),
          typed: Object.fromEntries(form),
        }
        return { failed }
      }
    },
    async exported(name, file) {
      const game = await outbox.find('refused', name)
      if (game === null) {
        return null
      }
      const { results, summary, checkpoints } = FILE_NAMES[game.mode]
      const { raceData, summaryData, checkpointData } = game.parts
      const content = new Map([
        [results, raceData],
        [summary, summaryData],
        [checkpoints ?? '', checkpointData],
      ]).get(file)
      return typeof content === 'string' ? Buffer.from(content, 'base64') : null
    },
  }
}
