/** Snapshots of a history: sends them, puts them back as an admin, and hands channels over and back. */
import { DAY_MS } from '@rollcall/formats/durations'
import { codeRequest, makeCompanionKey } from '../helpers/fake-companion.ts'
import { seasonUpload } from '../helpers/season-files.ts'
import { seasonFiles } from './files.ts'
import { expectSame } from './first-difference.ts'
import type { HandoverStep, PutBackStep, SnapshotStep } from './history.ts'
import {
  channelFor,
  channelNameOf,
  loginOn,
  nowOn,
  personOf,
  proofOf,
  type Stage,
  seasonOn,
  sessionOf,
} from './stage.ts'
import { handOver, listStored, putBack, storeSnapshot, switchBack } from './stored-snapshots.ts'
import { channelOf, type MadeSnapshot, type Snapshot, type SnapshotRacer } from './world.ts'

export async function sendSnapshot(stage: Stage, step: SnapshotStep): Promise<void> {
  const { headers, claim } = proofOf(stage, step.by)
  const made = makeSnapshot(stage, step)
  stage.sent.push(made)
  const answer = await stage.server.ask(seasonUpload(seasonFiles(made, claim), { headers }))
  const channel = channelFor(stage, step.by)
  const snapshot: Snapshot = {
    ...made,
    content: JSON.stringify([claim, made]),
    receivedAt: nowOn(stage),
  }
  const { outcome, counts } = storeSnapshot(stage.world, channel, snapshot)
  const isStale = outcome === 'stale' || outcome === 'empty' || outcome === 'kept'
  expectSame('the receipt of a snapshot', answer, {
    season: made.season,
    duplicate: outcome === 'duplicate',
    stale: isStale,
    kept: outcome === 'kept',
    counts,
  })
  stage.world.receipts.push({
    id: answer.id,
    channel,
    outcome: isStale ? 'stale' : outcome === 'duplicate' ? 'duplicate' : 'stored',
    isUndone: false,
    receivedAt: nowOn(stage),
    gameIds: null,
    isImport: false,
    snapshot,
    isTaken: outcome === 'stored' || outcome === 'kept',
  })
}

function makeSnapshot(stage: Stage, step: SnapshotStep): MadeSnapshot {
  const season = seasonOn(stage, step.season)
  const again = stage.sent.at(-1 - step.back)
  if (step.change === 'again' && again !== undefined) {
    return again
  }
  const last = stage.sent.findLast((sent) => sent.season === season)
  const racers = changedRacers(stage, step, last?.racers ?? [])
  const sum = (numbers: readonly (number | null)[]) =>
    numbers.reduce<number>((all, number) => all + (number ?? 0), 0)
  const day = new Date(nowOn(stage).getTime() - step.daysAgo * DAY_MS)
  return {
    season,
    marbleDay: day.toISOString().slice(0, 10),
    points: step.pointsOff + sum(racers.flatMap((it) => [it.racePoints, it.royalePoints])),
    games: Math.max(0, ...racers.map(({ races, royales }) => sum([races, royales]))),
    raceHigh: step.raceHigh,
    royaleHigh: step.royaleHigh,
    racers: racers.toSorted((a, b) => (a.login < b.login ? -1 : 1)),
  }
}

function changedRacers(
  stage: Stage,
  { change, rows }: SnapshotStep,
  last: readonly SnapshotRacer[],
): readonly SnapshotRacer[] {
  const made = rows.map((row) => ({
    ...row,
    login: loginOn(stage, row.login),
    // The companion writes 0 for an unknown number.
    kills: row.kills === 0 ? null : row.kills,
  }))
  const scaled = (factor: number) =>
    last.map((racer) => ({
      ...racer,
      racePoints: Math.floor((racer.racePoints ?? 0) * factor),
      races: Math.floor((racer.races ?? 0) * factor) + 1,
    }))
  if (change === 'empty') {
    return []
  }
  if (last.length === 0 || change === 'new' || change === 'again') {
    return made
  }
  if (change === 'lossy') {
    return last.slice(1)
  }
  if (change === 'smaller') {
    return scaled(0.5)
  }
  const isNew = ({ login }: SnapshotRacer) => last.every((racer) => racer.login !== login)
  return [...scaled(1.25), ...made.filter(isNew)]
}

export async function putSnapshotBack(stage: Stage, { of, which }: PutBackStep): Promise<void> {
  const { server, boss: headers, world } = stage
  const channel = channelNameOf(stage, of)
  const url = `/api/admin/snapshots?channel=${channel}`
  const answer = await server.ask({ method: 'GET', url, headers })
  const stored = listStored(world, channel)
  expectSame(
    `the stored snapshots of ${channel}`,
    answer,
    stored.map(({ snapshot, isCurrent }) => ({
      kind: 'season',
      number: snapshot.season,
      marbleDay: snapshot.marbleDay,
      points: snapshot.points,
      racers: snapshot.racers.length,
      isCurrent,
    })),
  )
  const chosen = which % Math.max(1, stored.length)
  const found = stored[chosen]
  if (found === undefined) {
    return
  }
  const response = await server.call({
    method: 'POST',
    url: `/api/admin/snapshots/season/${answer[chosen].id}/put-back`,
    headers,
  })
  const counts = putBack(world, found.channel, found.snapshot)
  expectSame('the status of a snapshot put back', response.statusCode, counts === null ? 409 : 200)
  if (counts !== null) {
    expectSame('the answer to a snapshot put back', response.json(), { counts })
  }
}

export async function changeHandover(stage: Stage, { person, to }: HandoverStep): Promise<void> {
  const name = personOf(person)
  const headers = sessionOf(stage, name)
  if (to === 'companion') {
    await connectCompanion(stage, name)
    handOver(channelFor(stage, { person }), nowOn(stage))
    return
  }
  const response = await stage.server.call({
    method: 'PUT',
    url: '/api/uploads/handover',
    headers,
    body: { isOn: to === 'games' },
  })
  const channel = channelOf(stage.world, name)
  expectSame('the status of a handover', response.statusCode, channel === null ? 404 : 200)
  if (channel !== null) {
    if (to === 'games') {
      handOver(channel, nowOn(stage))
    } else {
      switchBack(channel)
    }
    expectSame('the answer to a handover', response.json(), {
      handedOverAt: channel.handedOverAt?.toISOString() ?? null,
    })
  }
}

async function connectCompanion(stage: Stage, person: string): Promise<void> {
  const { server } = stage
  const body = codeRequest(makeCompanionKey())
  const { userCode } = await server.ask({ method: 'POST', url: '/api/companion/codes', body })
  await server.ask({
    method: 'POST',
    url: `/api/companion/codes/${userCode}`,
    headers: sessionOf(stage, person),
    body: { answer: 'confirm' },
  })
}
