/** Names change hands, but points stay with the person who raced for them. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FakeTwitch } from '../helpers/fake-twitch.ts'
import { makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'

let twitch: FakeTwitch
let server: TestServer

beforeEach(async () => {
  twitch = await FakeTwitch.start()
  server = await startTestServer({ env: { ...twitch.env, ADMIN_LOGINS: 'boss' } })
})
afterEach(async () => {
  await server.stop()
  await twitch.stop()
})

async function signIn(login: string, id: string): Promise<Session> {
  const response = await server.call({
    method: 'POST',
    url: '/api/auth/twitch',
    headers: { authorization: `Bearer ${twitch.issue(login, { id })}` },
  })
  expect(response.statusCode, response.body).toBe(200)
  return { authorization: `Bearer ${response.json().token}` }
}

/** The racer takes part in a season of a channel and earns the points. */
async function race(login: string, { season, points }: { season: number; points: number }) {
  const files = makeSeason({
    channel: `caster_${season}`,
    season,
    racers: [{ name: login, racePoints: points }],
  })
  const response = await server.call(seasonUpload(files, { headers: await signIn('boss', 'boss') }))
  expect(response.statusCode, response.body).toBe(200)
}

async function becomesCurrent(season: number): Promise<void> {
  const { db } = server.context
  await db
    .updateTable('settings')
    .set({ value: String(season) })
    .where('key', '=', 'season')
    .execute()
}

async function pointsBySeason(headers: Session) {
  const response = await server.call({
    method: 'GET',
    url: '/api/dashboard/get-user-seasons',
    headers,
  })
  const { seasons } = response.json() as { seasons: { value: string; totalPoints: number }[] }
  return Object.fromEntries(seasons.map(({ value, totalPoints }) => [value, totalPoints]))
}

describe('a user who was renamed', () => {
  it('keeps everything, and continues under the new name', async () => {
    await race('oldname', { season: 74, points: 40 })
    await race('oldname', { season: 75, points: 50 })
    await signIn('oldname', 'ann')
    const ann = await signIn('newname', 'ann')
    expect(await pointsBySeason(ann)).toEqual({ 74: 40, 75: 50 })
    await becomesCurrent(76)
    await race('newname', { season: 76, points: 60 })
    expect(await pointsBySeason(ann)).toEqual({ 74: 40, 75: 50, 76: 60 })
  })

  it('is not ranked behind their own former name', async () => {
    const racers = [
      { name: 'oldself', racePoints: 90 },
      { name: 'newself', racePoints: 20 },
      { name: 'rival', racePoints: 100 },
    ]
    const files = makeSeason({ channel: 'caster_75', season: 75, racers })
    await server.call(seasonUpload(files, { headers: await signIn('boss', 'boss') }))
    await signIn('oldself', 'ann')
    const headers = await signIn('newself', 'ann')
    const url = '/api/dashboard/lifetime-stats'
    const response = await server.call({ method: 'GET', url, headers })
    expect(response.json().place).toMatchObject({ rank: 1, of: 2, channel: 'caster_75' })
  })

  it('hands nothing over to the new owner of the old name', async () => {
    await race('wanted', { season: 75, points: 50 })
    await signIn('wanted', 'ann')
    const ann = await signIn('annette', 'ann')
    const bob = await signIn('wanted', 'bob')
    expect(await pointsBySeason(bob)).toEqual({})
    await becomesCurrent(76)
    await race('wanted', { season: 76, points: 7 })
    expect(await pointsBySeason(bob)).toEqual({ 76: 7 })
    expect(await pointsBySeason(ann)).toEqual({ 75: 50 })
  })

  it('keeps the old points even if somebody took the name before the rename was seen', async () => {
    await race('wanted', { season: 75, points: 50 })
    const before = await signIn('wanted', 'ann')
    const bob = await signIn('wanted', 'bob')
    expect(await pointsBySeason(bob)).toEqual({})
    expect(await pointsBySeason(before)).toEqual({ 75: 50 })
    const ann = await signIn('annette', 'ann')
    await becomesCurrent(76)
    await race('wanted', { season: 76, points: 7 })
    expect(await pointsBySeason(ann)).toEqual({ 75: 50 })
    expect(await pointsBySeason(bob)).toEqual({ 76: 7 })
  })

  it('has the points of both names once after going back to the first name', async () => {
    await race('first', { season: 75, points: 50 })
    await signIn('first', 'ann')
    await signIn('second', 'ann')
    const ann = await signIn('first', 'ann')
    await becomesCurrent(76)
    await race('first', { season: 76, points: 6 })
    expect(await pointsBySeason(ann)).toEqual({ 75: 50, 76: 6 })
  })
})

describe('a future season', () => {
  it('that only admins fill is in no dashboard', async () => {
    const { db } = server.context
    await db.updateTable('settings').set({ value: '99' }).where('key', '=', 'dev_season').execute()
    await race('racer', { season: 99, points: 5 })
    await race('racer', { season: 75, points: 3 })
    const racer = await signIn('racer', 'racer')
    expect(await pointsBySeason(racer)).toEqual({ 75: 3 })
    const stats = await server.call({
      method: 'GET',
      url: '/api/dashboard/lifetime-stats',
      headers: racer,
    })
    expect(stats.json().widgets[0]).toMatchObject({ label: 'Points', value: 3 })
  })
})
