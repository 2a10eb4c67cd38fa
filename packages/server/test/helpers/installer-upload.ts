import type { InjectOptions } from 'fastify'
import { formUpload } from './season-files.ts'

/** The call with which an admin uploads an installer. */
export function installerUpload(
  name: string,
  content: Uint8Array,
  headers: Readonly<Record<string, string>>,
): InjectOptions {
  const form = formUpload('/api/admin/upload', { file: Buffer.from(content) }, { headers })
  const payload = (form.payload as Buffer).toString('latin1').replace('75_file.csv', () => name)
  return { ...form, payload: Buffer.from(payload, 'latin1') }
}
