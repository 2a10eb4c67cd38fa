import { AuditLogPage } from '#features/admin/audit-log-page.tsx'
import { texts as uploads } from '#features/uploads/texts.ts'

export function AuditLogRoute() {
  return <AuditLogPage uploadText={uploads.receipt.summary} />
}
