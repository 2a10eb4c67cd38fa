/** Sends rows of an event's board as a file: the board, or where each racer's points come from. */
import type { QueryOf } from '@rollcall/contract/endpoint'
import {
  ExplainedLine,
  ExplainedRow,
  type exportEventBoard,
} from '@rollcall/contract/events-boards'
import { explainTerms, type Term } from '@rollcall/scoring/explanation'
import type { RacerLabel } from '@rollcall/scoring/racer'
import type { FastifyReply } from 'fastify'
import type * as z from 'zod/mini'
import { sendExport } from '../../../edge/send-export.ts'

type PlacedRow = RacerLabel & { position: number; rank: number; event_points: number }

interface EventFile<Row> extends Pick<QueryOf<typeof exportEventBoard>, 'content' | 'format'> {
  name: readonly (string | number)[]
  /** The schema of the board's rows. */
  row: z.ZodMiniObject
  rows: AsyncIterable<readonly Row[]>
  /** The terms of these rows, by position. */
  findTerms: (rows: readonly Row[]) => Promise<ReadonlyMap<number, readonly Term[]>>
}

export function sendEventFile<Row extends PlacedRow>(
  reply: FastifyReply,
  { content, format, name, row, rows, findTerms }: EventFile<Row>,
): FastifyReply {
  return content === 'board'
    ? sendExport(reply, { format, name, row, rows })
    : sendExport(reply, {
        format,
        name: [...name, 'explained'],
        row: ExplainedRow,
        rows: explained(rows, findTerms),
        lines: { line: ExplainedLine, of: linesOf },
      })
}

async function* explained<Row extends PlacedRow>(
  rows: AsyncIterable<readonly Row[]>,
  findTerms: EventFile<Row>['findTerms'],
): AsyncGenerator<ExplainedRow[]> {
  for await (const portion of rows) {
    const terms = await findTerms(portion)
    yield portion.map(({ position, ...row }) => ({
      ...row,
      terms: explainTerms(terms.get(position) ?? []),
    }))
  }
}

const linesOf = ({ terms, ...row }: ExplainedRow): ExplainedLine[] =>
  terms.map((term) => ({ ...row, ...term }))
