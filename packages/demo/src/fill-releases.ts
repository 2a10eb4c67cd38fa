import { makeInstaller } from '@rollcall/server/testing/sample-installer'
import { ADMIN } from './demo-config.ts'
import type { DemoGiven } from './demo-step.ts'
import { SAMPLE_NOTES } from './sample-notes.ts'

const INSTALLER = 'Companion-Setup-2.4.0.exe'
const INSTALLER_BYTES = 3_500_000

export async function fillReleases({ apiClient, say }: DemoGiven): Promise<void> {
  const admin = await apiClient.signIn(ADMIN)
  const latest = await apiClient.call<{ fileName?: string }>('/api/latest-version', admin)
  if (latest.fileName === undefined) {
    const file = new File([makeInstaller(INSTALLER_BYTES)], INSTALLER)
    await apiClient.uploadForm('/api/admin/upload', { files: { file } }, admin)
  }
  const existing = await apiClient.call<{ title: string }[]>('/api/patch-notes', admin)
  for (const note of SAMPLE_NOTES) {
    if (!existing.some(({ title }) => title === note.title)) {
      await apiClient.call('/api/patch-notes', admin, note)
    }
  }
  await apiClient.signOut(admin)
  say(`  ${INSTALLER}, ${SAMPLE_NOTES.length} patch notes`)
}
