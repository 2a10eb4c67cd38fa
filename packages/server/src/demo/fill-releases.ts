/** The companion's installer and its patch notes, put there by an admin. */
import type { DemoGiven } from './demo-step.ts'
import { makeInstaller } from './sample-installer.ts'
import { SAMPLE_NOTES } from './sample-notes.ts'

const ADMIN = 'MarbleMaven'
const INSTALLER = 'Companion-Setup-2.4.0.exe'
const INSTALLER_BYTES = 3_500_000

/** What is there already, from a filling that was cut off, is not made again. */
export async function fillReleases({ frontDoor, say }: DemoGiven): Promise<void> {
  const admin = await frontDoor.signIn(ADMIN)
  const latest = await frontDoor.call<{ fileName?: string }>('/api/latest-version', admin)
  if (latest.fileName === undefined) {
    const file = new File([makeInstaller(INSTALLER_BYTES)], INSTALLER)
    await frontDoor.uploadForm('/api/admin/upload', { files: { file } }, admin)
  }
  const there = await frontDoor.call<{ title: string }[]>('/api/patch-notes', admin)
  for (const note of SAMPLE_NOTES) {
    if (!there.some(({ title }) => title === note.title)) {
      await frontDoor.call('/api/patch-notes', admin, note)
    }
  }
  await frontDoor.signOut(admin)
  say(`  ${INSTALLER}, ${SAMPLE_NOTES.length} patch notes`)
}
