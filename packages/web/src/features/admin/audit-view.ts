/** What the audit log shows is what its address says; defaults are left out of it. */
import type { AuditEntry } from '@rollcall/contract/admin'

export interface AuditView {
  /** null: both kinds. */
  readonly kind: AuditEntry['kind'] | null
  /** Part of a user name. */
  readonly username: string
}

/** As long as the contract takes. */
export const USERNAME_MAX_LENGTH = 200

export function viewFromSearch(search: URLSearchParams): AuditView {
  const kind = search.get('kind')
  return {
    kind: kind === 'act' || kind === 'upload' ? kind : null,
    username: (search.get('user') ?? '').trim().slice(0, USERNAME_MAX_LENGTH),
  }
}

export function searchFromView({ kind, username }: AuditView): URLSearchParams {
  const search = new URLSearchParams()
  if (kind !== null) search.set('kind', kind)
  if (username !== '') search.set('user', username)
  return search
}
