/**
 * Nobody reads a held day ahead. Two installations differ only in the content of the games that a sealed event holds.
 * Nine actors read every address of the contract and the head of every page, those who must not see the day before and
 * after each of these games, and all that differs is listed here.
 */
import { allEndpoints } from '@rollcall/contract/all-endpoints'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { differencesOf } from '../helpers/differences.ts'
import { routeOf } from '../helpers/endpoint-cases.ts'
import { isRead } from '../helpers/every-address.ts'
import { ACTORS, type Actor, type Answers, HeldInstallation } from '../helpers/held-installation.ts'
import { shareOf } from '../helpers/random-cases.ts'
import { leavePicturesUndrawn } from '../helpers/undrawn-pictures.ts'

const OUTSIDERS = ACTORS.filter((actor) => !['organiser', 'streamer', 'admin'].includes(actor))

const FIRST: readonly Actor[] = ['racer', 'stranger']

/** Those who look after each step: two of the six outsiders with `npm test`, all with `npm run test:long`. */
const CLOSE: readonly Actor[] = OUTSIDERS.toSorted(
  (one, other) => FIRST.indexOf(other) - FIRST.indexOf(one),
).slice(0, Math.max(FIRST.length, shareOf(OUTSIDERS.length)))

type Listed = readonly (readonly [kind: RegExp, fields: RegExp])[]

/** Season and lifetime totals, and what is made from them: they go on at once. */
const TOTALS: Listed = [
  [/^GET \/api\/channels\/:channel$/, /^(numbers\.|rank\.|champions)/],
  [/ of=(season|lifetime)( mode=(all|race|royale))?$/, /./],
  [/^GET \/api\/chat\/:channel\/(rank|top)$/, /./],
  [/^(GET|POST) \/api\/leaderboard\//, /./],
  [/^GET \/api\/racers\/:platform\/:login$/, /^((points|races|royales)\.|seasons\[\])/],
  [/^GET \/api\/racers\/:platform\/:login\/channels$/, /^channels\[\]\.(points|rank)$/],
  [/\/versus\//, /^points\[\]\.(racer|other)$/],
  [/\/rivals$/, /^rivals\[\]\.(points|otherPoints)$/],
  [/\/seasons\/:season(\/racers|\/card\.png)?$/, /./],
  [/^page \/r\/:platform\/:login$|^GET \/r\/.*card\.png$/, /./],
  // One's own.
  [/^GET \/api\/(dashboard|account\/data)/, /./],
]

/** Drawn by lot on each installation, or the time of the question. */
const BY_LOT: Listed = [
  [
    /^GET \/api\/account(\/data)?$/,
    /^(sessions\[\]\.(id|lastSeenAt|validated_at)|apiKeys\[\]\.(prefix|lastUsedAt))$/,
  ],
  [/^GET \/api\/api-keys$/, /^keys\[\]\.(prefix|lastUsedAt)$/],
  [/^GET \/api\/racers\/luckiest$/, /^countedAt$/],
]

/** An event says how many games others hold, to those who see its boards. */
const HOW_MANY: Listed = [
  [/^GET \/api\/events\/summary\/:id$/, /^held\[\](\.games)?$/],
  // People who run the show of a sealed event also learn how much has arrived for it.
  [
    /^GET \/api\/show\/control\/:id$/,
    /^streamers\[\]\.(heldGames|gameCount|racerCount|receivedAt)$/,
  ],
]

/** A sealed event's public page says who is running and who has run. */
const RUNNING: Listed = [[/^GET \/api\/show\/public\/:token\/event$/, /^streamers\[\]\.state$/]]

/** Champions of the season that is over, by its totals. */
const CHAMPIONS: Listed = [[/^GET \/api\/racers\/:platform\/:login$/, /^badges\[\]/]]

/** The boards with the day, which turn into their sentence, and a racer's days. */
const SENTENCES: Listed = [
  [/ of=(today|week|month|2026-11-03|2026-W45(-S75)?|2026-11(-S75)?)( mode=\w+)?$/, /./],
  [/ day=2026-11-03$/, /./],
  [/^GET \/api\/channels\/:channel\/nights$/, /^nights\[\]\.(held|recap)/],
  [/^GET \/api\/channels\/:channel$/, /^hot\./],
  [/^GET \/api\/chat\/:channel\/recap$/, /./],
  [/^GET \/api\/games\/:id$/, /^(changes|held)$/],
  [/^GET \/api\/racers\/:platform\/:login$/, /^(year\.(days|heldDays)|progress\[\]\.days)/],
]

function notListed(differences: Record<string, string[]>, ...listed: readonly Listed[]) {
  const isListed = (kind: string, field: string) =>
    listed.flat().some(([kinds, fields]) => kinds.test(kind) && fields.test(field))
  return Object.entries(differences).flatMap(([kind, fields]) =>
    fields.filter((field) => !isListed(kind, field)).map((field) => `${kind}: ${field}`),
  )
}

leavePicturesUndrawn()

let first: HeldInstallation
let second: HeldInstallation
let open: HeldInstallation
let otherOpen: HeldInstallation
beforeAll(async () => {
  ;[first, second, open, otherOpen] = (await Promise.all([
    HeldInstallation.start({ content: 'first', isSealed: true }),
    HeldInstallation.start({ content: 'second', isSealed: true }),
    HeldInstallation.start({ content: 'first', isSealed: false }),
    HeldInstallation.start({ content: 'second', isSealed: false }),
  ])) as [HeldInstallation, HeldInstallation, HeldInstallation, HeldInstallation]
})
afterAll(() => Promise.all([first, second, open, otherOpen].map((each) => each?.stop())))

const onEach = (act: (each: HeldInstallation) => Promise<unknown>) =>
  Promise.all([first, second, open, otherOpen].map(act))

async function read(actors: readonly Actor[], ...installations: HeldInstallation[]) {
  return (await Promise.all(installations.map((each) => each.readEverything(actors)))) as [
    Answers,
    ...Answers[],
  ] &
    Answers[]
}

it('every endpoint is read, or only writes', () => {
  const others = allEndpoints.filter(
    (endpoint) => !isRead(endpoint) && endpoint.access === 'anyone',
  )
  // The first two make a companion's code, and say what became of it.
  expect(others.map(routeOf)).toEqual([
    'POST /api/companion/codes',
    'POST /api/companion/codes/state',
    // It moves a show, for those who have its address.
    'POST /api/show-control/:token/:action',
  ])
})

it('where anyone may call, an API key gets the answer of a stranger, or none', async () => {
  expect(await first.differencesForKey()).toEqual([])
})

describe('while a day is held', () => {
  /** The kinds of addresses that have a sentence in place of the day. */
  let sentences: string[] = []
  let before: Answers
  let afterOne: Answers
  let afterThree: Answers

  it('the first held game changes nothing but totals, and the board into its sentence', async () => {
    ;[before] = await read(CLOSE, first)
    await onEach((each) => each.play('race'))
    ;[afterOne] = await read(CLOSE, first)
    const differences = differencesOf(before, afterOne)
    expect(notListed(differences, TOTALS, SENTENCES, HOW_MANY, RUNNING, BY_LOT)).toEqual([])
    sentences = Object.entries(differences)
      .filter(
        ([kind, fields]) =>
          notListed({ [kind]: fields }, TOTALS, HOW_MANY, RUNNING, BY_LOT).length > 0,
      )
      .map(([kind]) => kind)
    expect(sentences).toContain('GET /api/channels/:channel/board of=today mode=all')
  })

  it('further held games change nothing but totals', async () => {
    await onEach((each) => each.play('royale'))
    await onEach((each) => each.play('tilt'))
    ;[afterThree] = await read(CLOSE, first)
    expect(
      notListed(differencesOf(afterOne, afterThree), TOTALS, HOW_MANY, RUNNING, BY_LOT),
    ).toEqual([])
  })

  it('a penalty changes nothing', async () => {
    await onEach((each) => each.adjust())
    const [afterPenalty] = await read(CLOSE, first)
    expect(notListed(differencesOf(afterThree, afterPenalty), BY_LOT)).toEqual([])
    afterThree = afterPenalty
  })

  it('two installations give the same answers about the day, no matter what was played', async () => {
    const others = OUTSIDERS.filter((actor) => !CLOSE.includes(actor))
    const [[rest], [other]] = await Promise.all([read(others, first), read(OUTSIDERS, second)])
    const one = new Map([...afterThree, ...rest])
    expect(notListed(differencesOf(one, other), TOTALS, BY_LOT)).toEqual([])
  })

  it.each([
    ['organiser', /\/(events|show|discord|live|e)\b|^page \/stage/],
    ['streamer', / of=(today|2026-11-03)| of=| day=2026-11-03/],
    ['admin', / of=/],
  ] as const)('the %s sees more', async (actor, kinds) => {
    const [one, other] = await read([actor], first, second)
    const differences = notListed(differencesOf(one, other as Answers), TOTALS)
    expect(differences.filter((kind) => kinds.test(kind))).not.toEqual([])
  })

  it('without the seal there are differences at every kind of address', async () => {
    const [one, other] = await read(CLOSE, open, otherOpen)
    const kinds = new Set(Object.keys(differencesOf(one, other as Answers)))
    expect(sentences.filter((kind) => !kinds.has(kind))).toEqual([])
    for (const kind of OF_GAMES) {
      expect(kinds).toContain(kind)
    }
  })
})

/** Where single games are shown. */
const OF_GAMES = [
  'GET /api/games',
  'GET /api/games/:id',
  'GET /api/games/:id/rows',
  'GET /api/channels/:channel/games',
  'GET /api/chat/:channel/last',
  'GET /api/chat/:channel/recap',
  'GET /api/racers/:platform/:login/games',
  'GET /api/maps/:id',
  'GET /g/:id/card.png',
  'page /g/:id',
]

describe('after the end of the day and a change of the season', () => {
  it('two installations still give the same answers about both days', async () => {
    await onEach((each) => each.goToNextSeason())
    await onEach((each) => each.play('race'))
    const [one, other] = await read(CLOSE, first, second)
    const differences = differencesOf(one, other as Answers)
    expect(notListed(differences, TOTALS, CHAMPIONS, BY_LOT)).toEqual([])
  })

  it('once the show is over, all answers are those of an installation without seals', async () => {
    await onEach((each) => each.show())
    const [one, other] = await read(CLOSE, first, open)
    expect(notListed(differencesOf(one, other as Answers), BY_LOT)).toEqual([])
  })
})
