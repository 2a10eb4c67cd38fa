/** Which rows of a league are or were in which of its divisions. docs/decisions/171 */
import { MAX_DIVISION_MEMBERS } from '@rollcall/contract/leagues-divisions'
import { sql } from 'kysely'
import { ApiError } from '../../../../edge/api-error.ts'
import type { Db } from '../../../../platform/database/schema.ts'
import { lastOwnersOf } from '../../../people/login-owners.ts'
import type { RowOwner } from '../round-results.ts'
import {
  choicesOf,
  isSameRow,
  joinStoredRow,
  type RowChoices,
  STORED_ROW,
  type StoredRow,
} from '../stored-rows.ts'
import type { Results } from '../table.ts'

interface Membership {
  id: number
  divisionId: number
  joinedAt: Date
  /** null: they are in the division. */
  leftAt: Date | null
}

export interface DivisionMember extends Membership {
  choices: RowChoices
}

/**
 * Everybody who is or was in a division. Logins may be in one when their owner takes them over, or shows their name
 * again: of several memberships of one row, the person's comes last, and the latest.
 */
export async function listMembers(db: Db, seriesId: number): Promise<DivisionMember[]> {
  const { rows } = await sql<StoredRow & Membership>`
    select entry.id, entry.division_id as "divisionId", entry.joined_at as "joinedAt",
      entry.left_at as "leftAt", ${STORED_ROW}
    from division_members as entry
    ${joinStoredRow}
    where entry.series_id = ${seriesId}
    order by entry.user_id is not null, entry.joined_at, entry.id`.execute(db)
  return rows.map(({ id, divisionId, joinedAt, leftAt, ...row }) => ({
    ...{ id, divisionId, joinedAt, leftAt },
    choices: choicesOf(row),
  }))
}

/** The row that a member has in the table, or would have as a racer. */
export const rowOfMember = ({ choices }: DivisionMember, { owners }: Pick<Results, 'owners'>) =>
  choices.find(({ row }) => owners.has(row)) ??
  choices.findLast(({ owner }) => owner.channelId === undefined) ??
  choices[0]

/**
 * Whose these memberships are, also such as have ended.
 *
 * @throws {ApiError} if the league has no such membership
 */
export async function findOwners(
  db: Db,
  {
    seriesId,
    ids,
    table,
  }: { seriesId: number; ids: readonly number[]; table: Pick<Results, 'owners'> },
): Promise<RowOwner[]> {
  const asked = (await listMembers(db, seriesId)).filter(({ id }) => ids.includes(id))
  if (asked.length < new Set(ids).size) {
    throw new ApiError('not_in_division')
  }
  return asked.map((member) => rowOfMember(member, table).owner)
}

/** A membership that an act began, or ended, and the division that the row was in before. */
export interface Moved {
  id: number
  before: number | null
}

/** The membership that each row has now, by the row's key. */
export function presentByRow<Member extends DivisionMember>(
  members: readonly Member[],
  table: Pick<Results, 'owners'>,
): ReadonlyMap<string, Member & { owner: RowOwner }> {
  return new Map(
    members
      .filter(({ leftAt }) => leftAt === null)
      .map((member): [string, Member & { owner: RowOwner }] => {
        const { row, owner } = rowOfMember(member, table)
        return [row, { ...member, owner }]
      }),
  )
}

interface Moving {
  seriesId: number
  /** null: out of their divisions. */
  divisionId: number | null
  rows: readonly RowOwner[]
  table: Pick<Results, 'owners'>
  now: Date
}

/**
 * Puts rows into a division from the next round that opens. Needs a transaction that has locked the series.
 *
 * @returns those who were not in it before
 * @throws {ApiError} if the league's divisions have too many rows
 */
export async function moveRows(trx: Db, { rows, table, ...moving }: Moving): Promise<Moved[]> {
  const { seriesId } = moving
  const present = (await listMembers(trx, seriesId)).filter(({ leftAt }) => leftAt === null)
  const moved: Moved[] = []
  const different = rows.filter(
    (owner, index) => rows.findIndex((other) => isSameRow(owner, other)) === index,
  )
  for (const owner of different) {
    const own = present.filter((member) => isSameRow(rowOfMember(member, table).owner, owner))
    moved.push(...(await moveRow(trx, { ...moving, owner, own })))
  }
  await refuseTooMany(trx, seriesId)
  return moved
}

type MovingOne = Omit<Moving, 'rows' | 'table'> & {
  owner: RowOwner
  /** The row's present memberships, the one that counts last. */
  own: readonly DivisionMember[]
}

async function moveRow(
  trx: Db,
  { owner, own, divisionId, ...moving }: MovingOne,
): Promise<Moved[]> {
  const last = own.at(-1)
  if ((last?.divisionId ?? null) === divisionId) {
    return []
  }
  await endMemberships(
    trx,
    own.map(({ id }) => id),
    moving.now,
  )
  const before = last?.divisionId ?? null
  const id = divisionId === null ? last?.id : await addMember(trx, { ...moving, owner, divisionId })
  return id === undefined ? [] : [{ id, before }]
}

/** They keep what they have of rounds that have opened. */
async function endMemberships(trx: Db, ids: readonly number[], now: Date): Promise<void> {
  await sql`
    update division_members set left_at = greatest(joined_at, ${now}::timestamptz)
    where id = any(${ids}::integer[])`.execute(trx)
}

/** What people who delete their account have of rounds stays, so that results that are final do. */
export async function leaveDivisions(
  trx: Db,
  { userId, now }: { userId: number; now: Date },
): Promise<void> {
  await sql`
    update division_members set left_at = greatest(joined_at, ${now}::timestamptz)
    where left_at is null and (
      user_id = ${userId}
      or racer_id in (
        select racer.id from ${lastOwnersOf([userId])} as owned
        join racers as racer on racer.platform = owned.platform and racer.login = owned.login
        where owned.user_id = ${userId}
      )
    )`.execute(trx)
}

/** Forgets earlier memberships of the row that no round has. */
async function addMember(
  trx: Db,
  {
    seriesId,
    divisionId,
    owner,
    now,
  }: { seriesId: number; divisionId: number; owner: RowOwner; now: Date },
): Promise<number> {
  const { userId, platform, login, laterChannelId } = owner
  const racerId = sql`(
    select id from racers
    where ${userId}::integer is null and platform = ${platform} and login = ${login}
  )`
  const isOwn = sql<boolean>`(
    member.series_id = ${seriesId} and member.user_id is not distinct from ${userId}
    and member.racer_id is not distinct from ${racerId}
    and member.later_channel_id is not distinct from ${laterChannelId}
  )`
  await sql`
    delete from division_members as member
    where ${isOwn} and member.left_at is not null and not exists (
      select from events as round
      where round.series_id = member.series_id
        and round.starts_at >= member.joined_at and round.starts_at < member.left_at
    )`.execute(trx)
  const { rows } = await sql<{ id: number }>`
    insert into division_members
      (division_id, series_id, user_id, racer_id, later_channel_id, joined_at)
    select ${divisionId}, ${seriesId}, ${userId}, ${racerId}, ${laterChannelId},
      greatest(${now}::timestamptz, (
        select max(member.left_at) from division_members as member where ${isOwn}
      ))
    returning id`.execute(trx)
  const [added] = rows
  if (added === undefined) {
    throw new Error('an insert returns its row')
  }
  return added.id
}

async function refuseTooMany(trx: Db, seriesId: number): Promise<void> {
  const { count } = await trx
    .selectFrom('division_members')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('series_id', '=', seriesId)
    .where('left_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (count > MAX_DIVISION_MEMBERS) {
    throw new ApiError('too_many_in_divisions', { most: MAX_DIVISION_MEMBERS })
  }
}
