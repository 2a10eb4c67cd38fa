import { describe, expect, test } from 'vitest'
import {
  addEvent,
  answerMultiple,
  answerSameLeaderboard,
  answerSameStreamers,
  changeEventRow,
  chooseLeaderboard,
  chooseStreamers,
  emptySeries,
  hasRoomForEvents,
  listMissingForNextEvent,
  listMissingForSeries,
  makeSeriesBody,
  removeEvent,
  type SeriesDraft,
  withDefaults,
} from './series-draft.ts'

const anna = { value: 1, label: 'Anna' }
const bert = { value: 2, label: 'Bert' }
const named = { name: 'Round', startDate: '2026-09-14', endDate: '2026-09-14' }

/** Everything shared, two streamers, one complete event. */
function sharedSeries(): SeriesDraft {
  let draft: SeriesDraft = { ...emptySeries, name: 'League' }
  draft = answerMultiple(draft, true)
  draft = answerSameStreamers(draft, true)
  draft = chooseStreamers(draft, [anna, bert])
  draft = answerSameLeaderboard(draft, true)
  draft = chooseLeaderboard(draft, 5)
  draft = addEvent(draft)
  return changeEventRow(draft, { key: 1, change: named })
}

/** Nothing shared, and no event yet. */
function ownSeries(): SeriesDraft {
  let draft: SeriesDraft = { ...emptySeries, name: 'League' }
  draft = answerMultiple(draft, true)
  draft = answerSameStreamers(draft, false)
  return answerSameLeaderboard(draft, false)
}

describe('defaults', () => {
  const known = { organiser: anna, leaderboard: 5 }
  const unknown = { organiser: null, leaderboard: null }
  const answered = answerSameLeaderboard(
    answerSameStreamers(answerMultiple(emptySeries, true), true),
    true,
  )

  test('are filled in whenever they become known, also in rows', () => {
    const early = withDefaults(addEvent(withDefaults(answered, unknown)), unknown)
    expect(withDefaults(early, known)).toMatchObject({
      streamers: [anna],
      leaderboard: 5,
      events: [{ participants: [anna], leaderboard: 5 }],
    })
  })

  test('replace nothing that was chosen', () => {
    const chosen = chooseLeaderboard(chooseStreamers(answered, [bert]), 4)
    expect(withDefaults(chosen, known)).toMatchObject({ streamers: [anna, bert], leaderboard: 4 })
    const removed = chooseStreamers(chooseStreamers(chosen, [bert]), [])
    expect(withDefaults(removed, known)).toEqual(removed)
    const own = changeEventRow(addEvent(ownSeries()), { key: 1, change: { participants: [bert] } })
    expect(withDefaults(own, known).events).toMatchObject([
      { participants: [bert], leaderboard: null },
    ])
  })
})

describe('an event may be added', () => {
  test('once the questions are answered', () => {
    expect(listMissingForNextEvent(emptySeries)).toEqual(['an answer to each question'])
    const alone = answerMultiple(emptySeries, false)
    expect(listMissingForNextEvent(alone)).toEqual(['an answer to each question'])
    expect(listMissingForNextEvent(answerSameLeaderboard(alone, false))).toEqual([])
    expect(listMissingForNextEvent(ownSeries())).toEqual([])
  })

  test('once more than one streamer is shared', () => {
    const draft = answerSameLeaderboard(answerMultiple(emptySeries, true), false)
    const shared = answerSameStreamers(draft, true)
    expect(listMissingForNextEvent(shared)).toEqual(['more than one streamer'])
    expect(listMissingForNextEvent(chooseStreamers(shared, [anna]))).toEqual([
      'more than one streamer',
    ])
    expect(listMissingForNextEvent(chooseStreamers(shared, [anna, bert]))).toEqual([])
  })

  test('once a shared leaderboard is chosen', () => {
    const draft = answerSameLeaderboard(answerMultiple(emptySeries, false), true)
    expect(listMissingForNextEvent(draft)).toEqual(['scoring'])
    expect(listMissingForNextEvent(chooseLeaderboard(draft, 5))).toEqual([])
  })

  test('once all rows are complete', () => {
    const draft = addEvent(sharedSeries())
    expect(listMissingForNextEvent(draft)).toEqual(['the rest of Event 2'])
    expect(listMissingForNextEvent(changeEventRow(draft, { key: 2, change: named }))).toEqual([])
  })

  test('up to the limit of a series', () => {
    let draft = sharedSeries()
    for (let count = 1; count < 100; count += 1) {
      draft = addEvent(draft)
    }
    expect(draft.events).toHaveLength(100)
    expect(hasRoomForEvents(draft)).toBe(false)
    expect(hasRoomForEvents(removeEvent(draft, 7))).toBe(true)
  })
})

describe('a series may be created', () => {
  test('with a name of three characters and an event', () => {
    expect(listMissingForSeries(emptySeries)).toEqual([
      'a series name of at least 3 characters',
      'an answer to each question',
      'at least one event',
    ])
    expect(listMissingForSeries({ ...sharedSeries(), name: ' ab ' })).toHaveLength(1)
    expect(listMissingForSeries(sharedSeries())).toEqual([])
  })

  test('when each event has name, days, participants and leaderboard', () => {
    const draft = addEvent(ownSeries())
    const change = { ...named, participants: [anna], leaderboard: 5 }
    const missingAfter = (given: object) =>
      listMissingForSeries(changeEventRow(draft, { key: 1, change: { ...change, ...given } }))
    expect(missingAfter({})).toEqual([])
    for (const gap of [
      { name: ' ' },
      { startDate: '' },
      { endDate: '' },
      { participants: [] },
      { leaderboard: null },
      { leaderboard: 0 },
    ]) {
      expect(missingAfter(gap), JSON.stringify(gap)).toEqual(['the rest of Event 1'])
    }
  })

  test('when everything shared is there, even one streamer', () => {
    const shared = sharedSeries()
    expect(listMissingForSeries(chooseStreamers(shared, []))).toEqual(['streamers'])
    expect(listMissingForSeries(chooseStreamers(shared, [anna]))).toEqual([])
    expect(listMissingForSeries(chooseLeaderboard(shared, null))).toEqual(['scoring'])
  })

  test('only once the questions about streamers are answered again after a change of mind', () => {
    const again = answerMultiple(answerMultiple(sharedSeries(), false), true)
    expect(listMissingForSeries(again)).toEqual(['an answer to each question'])
  })

  test('without participants if there is one streamer', () => {
    const alone = answerMultiple(sharedSeries(), false)
    expect(alone.events[0]?.participants).toEqual([])
    expect(alone.streamers).toEqual([])
    expect(listMissingForSeries(alone)).toEqual([])
  })
})

describe('the rows', () => {
  test('get the shared values when they are added, chosen and answered', () => {
    const shared = { participants: [anna, bert], leaderboard: 5 }
    expect(sharedSeries().events).toMatchObject([shared])
    expect(addEvent(sharedSeries()).events).toMatchObject([shared, shared])
    const changed = chooseLeaderboard(chooseStreamers(sharedSeries(), [bert]), 6)
    expect(changed.events).toMatchObject([{ participants: [bert], leaderboard: 6 }])

    let draft = addEvent(ownSeries())
    draft = { ...draft, streamers: [anna, bert], leaderboard: 9 }
    draft = answerSameLeaderboard(answerSameStreamers(draft, true), true)
    expect(draft.events).toMatchObject([{ participants: [anna, bert], leaderboard: 9 }])
  })

  test('keep no hidden values of their own', () => {
    let draft = addEvent(ownSeries())
    draft = changeEventRow(draft, { key: 1, change: { participants: [anna], leaderboard: 5 } })
    draft = answerSameLeaderboard(answerSameStreamers(draft, true), true)
    expect(draft.events).toMatchObject([{ participants: [], leaderboard: null }])
  })

  test('keep values that are no longer shared, and change them separately', () => {
    let draft = addEvent(sharedSeries())
    draft = answerSameLeaderboard(answerSameStreamers(draft, false), false)
    draft = changeEventRow(draft, { key: 2, change: { participants: [bert], leaderboard: 6 } })
    expect(draft.events).toMatchObject([
      { participants: [anna, bert], leaderboard: 5 },
      { participants: [bert], leaderboard: 6 },
    ])
  })

  test('keep their keys when an earlier row is removed', () => {
    const draft = removeEvent(addEvent(sharedSeries()), 1)
    expect(draft.events.map(({ key }) => key)).toEqual([2])
    expect(addEvent(draft).events.map(({ key }) => key)).toEqual([2, 3])
  })
})

test('is sent as the contract demands', () => {
  expect(makeSeriesBody({ ...sharedSeries(), name: ' League ' }, 'Europe/Berlin')).toEqual({
    seriesName: 'League',
    events: [{ ...named, participants: [1, 2], leaderboard: 5 }],
    timeZone: 'Europe/Berlin',
  })
})
