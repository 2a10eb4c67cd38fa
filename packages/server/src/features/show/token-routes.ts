/** Calls that read a show without sign-in, with the token of its public page or overlay. */
import {
  explainPublicRow,
  exportPublicBoard,
  findOwnPublicRow,
  getOverlay,
  getPublicShow,
  listPublicRows,
  PublicBoardRow,
  SHOW_PAGE_SIZE,
} from '@rollcall/contract/show-links'
import { renderTerm } from '@rollcall/scoring/explanation'
import type { AppContext } from '../../app-context.ts'
import { ApiError } from '../../http/api-error.ts'
import { allPages, EXPORT_PORTION } from '../../http/send-export.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import { listStreamers } from '../events/event-sight.ts'
import { sendEventFile } from '../events/send-event-file.ts'
import type { CurrentBoards } from './current-board.ts'
import {
  findFrozenTerms,
  findFrozenTermsOfRows,
  findOwnFrozen,
  pageOfFrozen,
} from './frozen-board.ts'
import { uncoveredFrom } from './stored-show.ts'
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

  serve(exportPublicBoard, async ({ params, query, reply }) => {
    const { search, content, format } = query
    const { show, state } = await findPublic(params.token)
    const fromRank = uncoveredFrom(state)
    const frozen = { eventId: show.event.id, board: state.board }
    const asked = { ...frozen, search, pageSize: EXPORT_PORTION }
    return sendEventFile(reply, {
      content,
      format,
      name: ['results', show.event.name],
      row: PublicBoardRow,
      rows: allPages(async (page) => {
        if (fromRank === null) {
          return { rows: [], totalPages: 0 }
        }
        const { rows, totalPages } = await pageOfFrozen(db, { ...asked, fromRank, page })
        return {
          rows: rows.map((row) => ({ ...shownRow(row), position: row.position })),
          totalPages,
        }
      }),
      findTerms: (rows) => findFrozenTermsOfRows(db, frozen, rows),
    })
  })

  serve(listPublicRows, async ({ params, query, request }) => {
    if (query.search !== '') {
      await request.countFor('search')
    }
    const { show, state } = await findPublic(params.token)
    const fromRank = uncoveredFrom(state)
    if (fromRank === null) {
      return { rows: [], totalPages: 0 }
    }
    const frozen = { eventId: show.event.id, board: state.board }
    const asked = { ...frozen, fromRank, pageSize: SHOW_PAGE_SIZE, ...query }
    const { rows, totalPages } = await pageOfFrozen(db, asked)
    return { rows: rows.map(shownRow), totalPages }
  })

  serve(findOwnPublicRow, async ({ params, caller }) => {
    const { show, state } = await findPublic(params.token)
    const frozen = { eventId: show.event.id, board: state.board }
    const place = state.phase === 'final' ? await findOwnFrozen(db, frozen, caller.userId) : null
    return {
      own: place && {
        row: shownRow(place.row),
        page: Math.ceil(place.row.position / SHOW_PAGE_SIZE),
        above: place.above && shownRow(place.above),
        below: place.below && shownRow(place.below),
      },
    }
  })

  serve(explainPublicRow, async ({ params, query }) => {
    const { show, state } = await findPublic(params.token)
    const fromRank = uncoveredFrom(state)
    const { board } = state
    const row = { eventId: show.event.id, board, position: Number(query.row) }
    const terms = fromRank === null ? null : await findFrozenTerms(db, { ...row, fromRank })
    if (terms === null) {
      throw new ApiError('row_hidden')
    }
    return { terms: terms.map((term) => ({ ...term, text: renderTerm(term) })) }
  })

  serve(getOverlay, async ({ params, query }) => {
    const found = await findOverlayShow(shows, params.token)
    if (found === null) {
      throw new ApiError('no_such_link')
    }
    const { show, state, answer, view } = found
    if (!showsStandings(show, state, now())) {
      return answer
    }
    const eventId = show.event.id
    const [streamer] =
      query.userId === undefined ? [] : await listStreamers(db, eventId, Number(query.userId))
    // If the streamer no longer takes part, it is the board of All Streamers.
    const asked = { eventId, userId: streamer?.userId ?? null }
    return {
      ...(await standingsView(db, view, (await currentBoards(asked, show.createdBy)).board)),
      board:
        streamer === undefined ? null : { username: streamer.displayName ?? streamer.username },
    }
  })

  async function findPublic(token: string): Promise<PlaceView> {
    const found = await findPublicShow(shows, token)
    if (found === null) {
      throw new ApiError('no_such_link')
    }
    return found
  }
}

/** What the public page with that token shows; null if there is no such page, or if it is not public. */
export async function findPublicShow(shows: Shows, token: string): Promise<PlaceView | null> {
  const found = await findByToken(shows, token, 'public')
  return found?.show.settings.isPublic ? found : null
}

/** What the event overlay with that token shows; null if there is none. */
export function findOverlayShow(shows: Shows, token: string): Promise<PlaceView | null> {
  return findByToken(shows, token, 'overlay')
}

async function findByToken(
  { forViewers, onOverlay, findHolder }: Shows,
  token: string,
  kind: 'public' | 'overlay',
): Promise<PlaceView | null> {
  const holder = await findHolder(token)
  const find = kind === 'public' ? forViewers : onOverlay
  const found = holder?.kind === kind ? await find(holder.eventId) : null
  // The token may have been replaced since we looked it up.
  return found?.show[kind === 'public' ? 'publicToken' : 'overlayToken'] === token ? found : null
}
