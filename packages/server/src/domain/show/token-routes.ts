/** Calls that read a show without sign-in, with the token of its public page or overlay. */
import {
  explainPublicRow,
  exportPublicBoard,
  findOwnPublicRow,
  getOverlay,
  getPublicEvent,
  getPublicShow,
  listPublicRows,
  PublicBoardRow,
  SHOW_PAGE_SIZE,
} from '@rollcall/contract/show-links'
import { explainTerms } from '@rollcall/scoring/explanation'
import { ApiError } from '../../edge/api-error.ts'
import type { AppContext } from '../../edge/app-context.ts'
import { allPages, EXPORT_PORTION } from '../../edge/send-export.ts'
import type { Serve } from '../../edge/serve-endpoint.ts'
import type { Db } from '../../platform/database/schema.ts'
import type { PlaceOfRow } from '../boards/pages.ts'
import type { EventTags } from '../events/boards/event-tags.ts'
import {
  type FrozenBoard,
  findFrozenTerms,
  findFrozenTermsOfRows,
  findNamedFrozen,
  findOwnFrozen,
  pageOfFrozen,
  type StoredRow,
} from '../events/boards/frozen-board.ts'
import { sendEventFile } from '../events/boards/send-event-file.ts'
import { listStreamers } from '../events/streamers.ts'
import { isRevealed, showsStandings, uncoveredFrom } from '../visibility/shown-step.ts'
import { type BoardParts, findCurrentBoard } from './board/current-board.ts'
import { PublicEvents } from './public-event.ts'
import type { Shows } from './shows.ts'
import { type ScreenView, shownRow, standingsView } from './views.ts'

interface TokenParts extends BoardParts {
  shows: Shows
  eventTags: EventTags
}

export function serveByToken(serve: Serve, context: AppContext, parts: TokenParts): void {
  const { db } = context
  const { shows } = parts
  const publicEvents = new PublicEvents(context, parts)

  serve(getPublicShow, async ({ params }) => (await shows.getPublic(params.token)).answer)

  serve(getPublicEvent, async ({ params }) =>
    publicEvents.describe(await shows.getPublic(params.token)),
  )

  serve(exportPublicBoard, async ({ params, query, reply }) => {
    const { search, content, format } = query
    const screen = await shows.getPublic(params.token)
    return sendEventFile(reply, {
      content,
      format,
      name: ['results', screen.show.event.name],
      row: PublicBoardRow,
      rows: allPages(async (page) => {
        const asked = { page, search, pageSize: EXPORT_PORTION }
        const { rows, totalPages } = await pageOfUncovered(db, screen, asked)
        return {
          rows: rows.map((row) => ({ ...shownRow(row), position: row.position })),
          totalPages,
        }
      }),
      findTerms: (rows) => findFrozenTermsOfRows(db, frozenBoardOf(screen), rows),
    })
  })

  serve(listPublicRows, async ({ params, query, request }) => {
    if (query.search !== '') {
      await request.countFor('search')
    }
    const screen = await shows.getPublic(params.token)
    const asked = { ...query, pageSize: SHOW_PAGE_SIZE }
    const { rows, ...counts } = await pageOfUncovered(db, screen, asked)
    const words = query.search.trim()
    const found =
      words !== '' && isRevealed(screen.state)
        ? await findNamedFrozen(db, frozenBoardOf(screen), words)
        : null
    return { rows: rows.map(shownRow), ...counts, found: found && shownPlace(found) }
  })

  serve(findOwnPublicRow, async ({ params, caller }) => {
    const screen = await shows.getPublic(params.token)
    const place = isRevealed(screen.state)
      ? await findOwnFrozen(db, frozenBoardOf(screen), caller.userId)
      : null
    return { own: place && shownPlace(place) }
  })

  serve(explainPublicRow, async ({ params, query }) => {
    const screen = await shows.getPublic(params.token)
    const fromRank = uncoveredFrom(screen.state)
    const row = { ...frozenBoardOf(screen), position: Number(query.row) }
    const terms = fromRank === null ? null : await findFrozenTerms(db, { ...row, fromRank })
    if (terms === null) {
      throw new ApiError('row_hidden')
    }
    return { terms: explainTerms(terms) }
  })

  serve(getOverlay, ({ params, query }) =>
    showOverlay(context, parts, { token: params.token, userId: query.userId }),
  )
}

const shownPlace = ({ row, above, below }: PlaceOfRow<StoredRow>) => ({
  row: shownRow(row),
  page: Math.ceil(row.position / SHOW_PAGE_SIZE),
  above: above && shownRow(above),
  below: below && shownRow(below),
})

const frozenBoardOf = ({ show, state }: ScreenView): FrozenBoard => ({
  eventId: show.event.id,
  board: state.board,
})

/** A page of the rows that the show has uncovered. */
async function pageOfUncovered(
  db: Db,
  screen: ScreenView,
  asked: { page: number; pageSize: number; search: string },
) {
  const fromRank = uncoveredFrom(screen.state)
  return fromRank === null
    ? { rows: [], total: 0, totalPages: 0 }
    : pageOfFrozen(db, { ...frozenBoardOf(screen), ...asked, fromRank })
}

/** @param params.userId whose board the overlay lists before the show; undefined: All Streamers. */
async function showOverlay(
  { db, now }: AppContext,
  { shows, ...parts }: TokenParts,
  { token, userId }: { token: string; userId: string | undefined },
) {
  const found = await shows.findOverlay(token)
  if (found === null) {
    throw new ApiError('no_such_link')
  }
  const { show, state, answer, view } = found
  if (!showsStandings(show, state, now())) {
    return answer
  }
  const eventId = show.event.id
  const [streamer] = userId === undefined ? [] : await listStreamers(db, eventId, Number(userId))
  // If the streamer no longer takes part, it is the board of All Streamers.
  const asked = { eventId, userId: streamer?.userId ?? null }
  const { board } = await findCurrentBoard(parts, asked, show.ownerId)
  return {
    ...(await standingsView(db, view, board)),
    board: streamer === undefined ? null : { username: streamer.displayName ?? streamer.username },
  }
}
