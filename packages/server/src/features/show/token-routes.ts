/** What is read of a show without sign-in, by the token in an address: that of the public page, or of the overlay. */
import {
  explainPublicRow,
  getOverlay,
  getPublicShow,
  listPublicRows,
  SHOW_PAGE_SIZE,
} from '@rollcall/contract/show'
import { renderTerm } from '@rollcall/scoring/explanation'
import type { AppContext } from '../../app-context.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import { listStreamers } from '../events/event-sight.ts'
import type { CurrentBoards } from './current-board.ts'
import { findTerms, pageOfFrozen } from './frozen-board.ts'
import { uncoveredFrom } from './stored-show.ts'
import { noSuchAddress } from './tokens.ts'
import { type PlaceView, type Shows, shownRow, showsStandings, standingsView } from './views.ts'

interface Caches extends Shows {
  currentBoards: CurrentBoards
}

export function serveByToken(
  serve: Serve,
  { db, now }: AppContext,
  { currentBoards, ...shows }: Caches,
): void {
  serve(getPublicShow, async ({ params }) => (await findPublic(params.token)).answer)

  serve(listPublicRows, async ({ params, query, request }) => {
    if (query.search !== '') {
      await request.countFor('search')
    }
    const { show, state } = await findPublic(params.token)
    const fromRank = uncoveredFrom(state)
    if (fromRank === null) {
      return { rows: [], totalPages: 0 }
    }
    const of = { eventId: show.event.id, board: state.board }
    const asked = { ...of, fromRank, pageSize: SHOW_PAGE_SIZE, ...query }
    const { rows, totalPages } = await pageOfFrozen(db, asked)
    return { rows: rows.map(shownRow), totalPages }
  })

  serve(explainPublicRow, async ({ params, query }) => {
    const { show, state } = await findPublic(params.token)
    const fromRank = uncoveredFrom(state)
    const { board } = state
    const row = { eventId: show.event.id, board, position: Number(query.row) }
    const terms = fromRank === null ? null : await findTerms(db, { ...row, fromRank })
    if (terms === null) {
      throw new ApiError('not_found', 'There is no such row, or it is still hidden.')
    }
    return { terms: terms.map((term) => ({ ...term, text: renderTerm(term) })) }
  })

  serve(getOverlay, async ({ params, query }) => {
    const found = await findOverlayShow(shows, params.token)
    if (found === null) {
      throw noSuchAddress()
    }
    const { show, state, answer, view } = found
    if (!showsStandings(show, state, now())) {
      return answer
    }
    const eventId = show.event.id
    const [streamer] =
      query.userId === undefined ? [] : await listStreamers(db, eventId, Number(query.userId))
    // Whoever takes part no longer has no board: then all of them are shown.
    const of = { eventId, userId: streamer?.userId ?? null }
    return {
      ...(await standingsView(db, view, (await currentBoards(of, show.createdBy)).board)),
      board:
        streamer === undefined ? null : { username: streamer.displayName ?? streamer.username },
    }
  })

  async function findPublic(token: string): Promise<PlaceView> {
    const found = await findPublicShow(shows, token)
    if (found === null) {
      throw noSuchAddress()
    }
    return found
  }
}

/** What the address of a public page leads to; null where there is no such page, or it is not public. */
export async function findPublicShow(shows: Shows, token: string): Promise<PlaceView | null> {
  const found = await findByToken(shows, token, 'public')
  return found?.show.settings.isPublic ? found : null
}

/** What the address of an event's overlay leads to; null where there is none. */
export function findOverlayShow(shows: Shows, token: string): Promise<PlaceView | null> {
  return findByToken(shows, token, 'overlay')
}

async function findByToken(
  { forViewers, onOverlay, holderOf }: Shows,
  token: string,
  kind: 'public' | 'overlay',
): Promise<PlaceView | null> {
  const holder = await holderOf(token)
  const find = kind === 'public' ? forViewers : onOverlay
  const found = holder?.kind === kind ? await find(holder.eventId) : null
  // It may have been replaced since the token was looked up.
  return found?.show[kind === 'public' ? 'publicToken' : 'overlayToken'] === token ? found : null
}
