import { downloadOwnData, getAccount } from '@rollcall/contract/account'
import { listOwnSessions } from '../../domain/people/sign-in/sessions.ts'
import type { AppContext } from '../../edge/app-context.ts'
import type { Serve } from '../../edge/serve-endpoint.ts'
import { serveDeleteAccount } from './acts/delete-account.ts'
import { serveEndOtherSessions } from './acts/end-other-sessions.ts'
import { serveEndOwnSession } from './acts/end-own-session.ts'
import { serveHideName } from './acts/hide-name.ts'
import { serveKeepAccount } from './acts/keep-account.ts'
import { serveNoteVisit } from './acts/note-visit.ts'
import { serveShowName } from './acts/show-name.ts'
import { writeOwnData } from './own-data.ts'

export function serveAccount(serve: Serve, context: AppContext): void {
  const { config, db, now } = context

  serve(getAccount, async ({ caller: { userId, sessionId } }) => {
    const { since, deletesAt } = await db
      .selectFrom('users')
      .select(['hides_name_since as since', 'deletes_at as deletesAt'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    const sessions = await listOwnSessions(db, { userId, now: now() })
    return {
      hidesNameSince: since?.toISOString() ?? null,
      deletesAt: deletesAt?.toISOString() ?? null,
      sessions: sessions.map(({ id, signedInAt, lastSeenAt, address }) => ({
        id,
        signedInAt: signedInAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
        address,
        isCurrent: id === sessionId,
      })),
    }
  })

  serve(downloadOwnData, ({ caller: { userId, login }, reply }) =>
    reply
      .headers({
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': `attachment; filename="${config.productSlug}-${encodeURIComponent(login)}.json"`,
        'cache-control': 'no-store',
      })
      .send(writeOwnData(db, { userId, now: now() })),
  )

  serveNoteVisit(serve, context)
  serveHideName(serve, context)
  serveShowName(serve, context)
  serveEndOwnSession(serve, context)
  serveEndOtherSessions(serve, context)
  serveDeleteAccount(serve, context)
  serveKeepAccount(serve, context)
}
