import { searchNames } from '@rollcall/contract/search'
import type { AppContext } from '../../app-context.ts'
import { hasTrigramIndexes } from '../../database/trigrams.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import { findNames } from './find-names.ts'

export async function serveSearch(serve: Serve, context: AppContext): Promise<void> {
  const isForgiving = await hasTrigramIndexes(context.db)
  if (!isForgiving) {
    context.warn(
      'The database cannot use the extension pg_trgm, so the search finds only names that begin with what is typed: ' +
        'see docs/operating.md.',
    )
  }

  serve(searchNames, ({ query }) => findNames(context, { text: query.q, isForgiving }))
}
