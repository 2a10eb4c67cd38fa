import type { ReportReason, ReportState } from '@rollcall/contract/admin-reports'
import type { Product } from '@rollcall/contract/releases'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Instant, Json, NullableInstant } from './column-types.ts'

export interface AdminTables {
  installers: {
    id: Generated<number>
    file_name: string
    version: string | null
    product: Generated<Product>
    /** Hexadecimal; the content's file is named by it. */
    sha256: string
    size_bytes: number
    uploaded_by: number
    uploaded_at: Instant
  }
  patch_notes: {
    id: Generated<number>
    title: string
    content: string
    created_at: Instant
    updated_at: Instant
  }
  user_reports: {
    id: Generated<number>
    reporter_id: number
    created_at: Instant
    reason: ReportReason
    details: string
    /** The same for every report of one row. */
    subject_key: string
    season: number | null
    channel_id: number | null
    event_id: number | null
    racer_name: string | null
    state: ReportState
    note: string | null
    decided_by: number | null
    decided_at: NullableInstant
  }
  audit_log: {
    id: GeneratedAlways<number>
    at: Instant
    user_id: number
    address: string
    act: string
    summary: string
    details: Json<Record<string, string>>
  }
}
