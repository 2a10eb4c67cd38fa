import { ADMIN_PAGE_SIZE, type ListedUser } from '@rollcall/contract/admin'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/schema.ts'
import { isUserCalled, userNames } from '../user-names.ts'
import { isAdminColumn } from './users.ts'

interface UserRow
  extends Omit<
    ListedUser,
    'username' | 'display_name' | 'signedUpAt' | 'lastSeenAt' | 'lastUploadAt'
  > {
  names: Pick<ListedUser, 'username' | 'display_name'>
  signedUpAt: Date
  lastSeenAt: Date | null
  lastUploadAt: Date | null
}

export async function pageOfUsers(
  db: Db,
  { search, page }: { search: string; page: number },
): Promise<{ users: ListedUser[]; total: number }> {
  const { rows } = await sql<{ users: UserRow[] | null; total: number }>`
    with found as (select id, login from users as "user"
      where ${isUserCalled(search.trim())} and deleted_at is null
    ),
    page as (
      select id from found order by login, id
      limit ${ADMIN_PAGE_SIZE} offset ${(page - 1) * ADMIN_PAGE_SIZE}
    )
    select
      (select count(*) from found)::integer as total,
      (
        select json_agg(shown) from (
          select "user".id, ${userNames('user')} as names, "user".profile_image_url as "profileImageUrl",
            ${isAdminColumn}, "user".created_at as "signedUpAt",
            (
              select max(session.last_seen_at) from sessions as session
              where session.user_id = "user".id
            ) as "lastSeenAt",
            (
              select upload.received_at
              from channels as channel join uploads as upload on upload.channel_id = channel.id
              where channel.user_id = "user".id
              order by upload.id desc limit 1
            ) as "lastUploadAt"
          from page join users as "user" using (id)
          order by "user".login, "user".id
        ) as shown
      ) as users`.execute(db)
  const { users, total } = rows[0] ?? { users: null, total: 0 }
  return { users: (users ?? []).map(toListedUser), total }
}

/** In JSON, the database returns instants as text in its own format. */
function toListedUser({ names, ...row }: UserRow): ListedUser {
  const instant = (value: Date | string | null) => value && new Date(value).toISOString()
  return {
    ...row,
    ...names,
    signedUpAt: new Date(row.signedUpAt).toISOString(),
    lastSeenAt: instant(row.lastSeenAt),
    lastUploadAt: instant(row.lastUploadAt),
  }
}
