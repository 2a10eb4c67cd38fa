import { searchNames } from '@rollcall/contract/search'
import type { AppContext } from '../../edge/app-context.ts'
import { ownerKey } from '../../edge/rate-limits.ts'
import type { Serve } from '../../edge/serve-endpoint.ts'
import type { Turns } from '../../edge/turns.ts'
import { hasTrigramIndexes } from '../../platform/database/trigrams.ts'
import { findNames } from './find-names.ts'

export async function serveSearch(
  serve: Serve,
  context: AppContext,
  searching: Turns,
): Promise<void> {
  const isForgiving = await hasTrigramIndexes(context.db)
  if (!isForgiving) {
    context.warn(
      'The database cannot use the extension pg_trgm, so the search finds only names that begin with what is typed: ' +
        'see docs/operating.md.',
    )
  }

  serve(searchNames, ({ query, request }) =>
    findNames(context, searching, { text: query.q, isForgiving, caller: ownerKey(request) }),
  )
}
