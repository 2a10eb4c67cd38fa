/**
 * Installers' contents in the database, so that every process, replica and backup has them. Each chunk is committed as
 * it arrives, because a form may take an hour. A content is kept once it has its hash; until then it is due to be
 * deleted.
 */

import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type pg from 'pg'
import { ApiError } from '../../edge/api-error.ts'
import type { AppContext } from '../../edge/app-context.ts'
import { MIB } from '../../limits.ts'
import { ADVISORY_LOCKS } from '../../platform/database/advisory-locks.ts'
import { copyBytes } from '../../platform/database/copy-bytes.ts'
import { claimDue, DueJobs, type DueQueue } from '../../platform/database/due-jobs.ts'
import type { Db } from '../../platform/database/schema.ts'
import { freePassed } from './free-passed.ts'

const CHUNK_BYTES = MIB
/** A piece passes through several buffers of the driver. */
const READ_BYTES = MIB / 4
/** How many chunks one transaction deletes. */
const DELETED_AT_ONCE = 16
interface WrittenContent {
  contentId: number
  sha256: string
  sizeBytes: number
}

/**
 * Writes a stream as a content that is not kept yet. If anything fails, what was written is deleted.
 *
 * @param inspect passes the pieces on, or throws
 */
export async function writeContent(
  db: Db,
  source: Readable,
  inspect: (pieces: AsyncIterable<Buffer>) => AsyncIterable<Buffer>,
): Promise<WrittenContent> {
  const contentId = await beginContent(db)
  const hash = createHash('sha256')
  let sizeBytes = 0
  try {
    await pipeline(source, freePassed, inspect, inChunks, async (chunks: AsyncIterable<Buffer>) => {
      let number = 0
      for await (const bytes of chunks) {
        hash.update(bytes)
        sizeBytes += bytes.length
        await db
          .insertInto('installer_chunks')
          .values({ content_id: contentId, number, bytes })
          .execute()
        number += 1
      }
    })
  } catch (error) {
    await dropContent(db, contentId)
    throw error
  }
  return { contentId, sha256: hash.digest('hex'), sizeBytes }
}

/** Yields one buffer again and again: a chunk must be used up before the next is asked for. */
async function* inChunks(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const chunk = Buffer.alloc(CHUNK_BYTES)
  let filled = 0
  for await (const piece of pieces) {
    for (let from = 0; from < piece.length; ) {
      const copied = piece.copy(chunk, filled, from)
      from += copied
      filled += copied
      if (filled === chunk.length) {
        yield chunk
        filled = 0
      }
    }
  }
  if (filled > 0) {
    yield chunk.subarray(0, filled)
  }
}

async function beginContent(db: Db): Promise<number> {
  const { id } = await db
    .insertInto('installer_contents')
    // Longer than a form may take.
    .values({ due_at: sql`clock_timestamp() + interval '2 hours'` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Keeps a content. If an equal one is kept already, this one stays due. Needs a transaction.
 *
 * @throws {ApiError} if it has been deleted, because it took too long
 */
export async function keepContent(
  trx: Db,
  { contentId, sha256 }: { contentId: number; sha256: string },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.installers})`.execute(trx)
  if ((await findContent(trx, sha256)) !== null) {
    return
  }
  const kept = await trx
    .updateTable('installer_contents')
    .set({ sha256, due_at: null })
    .where('id', '=', contentId)
    .returning('id')
    .executeTakeFirst()
  if (kept === undefined) {
    throw new ApiError('installer_cut_off')
  }
}

/** Has a content deleted, unless it is kept. If the database does not answer, that happens later. */
export async function dropContent(db: Db, contentId: number): Promise<void> {
  await db
    .updateTable('installer_contents')
    .set({ due_at: sql`clock_timestamp()` })
    .where('id', '=', contentId)
    .where('due_at', 'is not', null)
    .execute()
    .catch(() => {})
}

/** The id of the kept content with that hash. */
export async function findContent(db: Db, sha256: string): Promise<number | null> {
  const row = await db
    .selectFrom('installer_contents')
    .select('id')
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  return row?.id ?? null
}

export async function* readContent(pool: pg.Pool, contentId: number): AsyncGenerator<Buffer> {
  for (let at = 0; ; at += READ_BYTES) {
    const piece = await copyBytes(
      pool,
      `select substring(bytes from ${(at % CHUNK_BYTES) + 1} for ${READ_BYTES}) from installer_chunks
       where content_id = ${contentId} and number = ${Math.floor(at / CHUNK_BYTES)}`,
    )
    if (piece === null) {
      return
    }
    // Empty behind the end of the last chunk.
    if (piece.length > 0) {
      yield piece
    }
  }
}

const DUE: DueQueue = {
  from: sql`installer_contents as job`,
  isWaiting: sql<boolean>`job.due_at is not null`,
  dueAt: sql<Date>`job.due_at`,
  now: () => sql<Date>`clock_timestamp()`,
}

/** Deletes what refused and broken uploads left behind. Returns the jobs, to look at once after such an upload. */
export function startDroppingContents(
  app: FastifyInstance,
  { db, warn }: Pick<AppContext, 'db' | 'warn'>,
): DueJobs {
  const name = 'Broken uploads of installers'
  const jobs = new DueJobs({ name, db, queue: DUE, take: () => deleteSome(db), warn })
  jobs.start(app)
  return jobs
}

/** Deletes some chunks of a content that is due, and its row after the last chunk. Returns 1, or 0 if none is due. */
async function deleteSome(db: Db): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const [contentId] = await claimDue(trx, DUE, 1)
    if (contentId === undefined) {
      return 0
    }
    const { rows: deleted } = await sql`
      delete from installer_chunks where content_id = ${contentId} and number in (
        select number from installer_chunks where content_id = ${contentId} limit ${DELETED_AT_ONCE}
      ) returning number`.execute(trx)
    if (deleted.length === 0) {
      await trx.deleteFrom('installer_contents').where('id', '=', contentId).execute()
    }
    return 1
  })
}
