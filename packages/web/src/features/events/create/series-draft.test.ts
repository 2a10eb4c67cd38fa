import { describe, expect, test } from 'vitest'
import {
  addEvent,
  answerMultiple,
  answerSameLeaderboard,
  answerSameStreamers,
  bodyOfSeries,
  changeEvent,
  chooseLeaderboard,
  chooseStreamers,
  emptySeries,
  hasRoomForEvents,
  missingForNextEvent,
  missingOfSeries,
  removeEvent,
  type SeriesDraft,
} from './series-draft.ts'

const anna = { value: 1, label: 'Anna' }
const bert = { value: 2, label: 'Bert' }
const named = { name: 'Round', startDate: '2026-09-14', endDate: '2026-09-14' }

/** Everything shared, two streamers, one whole event. */
function sharedSeries(): SeriesDraft {
  let draft: SeriesDraft = { ...emptySeries, name: 'League' }
  draft = answerMultiple(draft, true)
  draft = answerSameStreamers(draft, true)
  draft = chooseStreamers(draft, [anna, bert])
  draft = answerSameLeaderboard(draft, true)
  draft = chooseLeaderboard(draft, 5)
  draft = addEvent(draft)
  return changeEvent(draft, { key: 1, change: named })
}

/** Nothing shared and no event yet. */
function ownSeries(): SeriesDraft {
  let draft: SeriesDraft = { ...emptySeries, name: 'League' }
  draft = answerMultiple(draft, true)
  draft = answerSameStreamers(draft, false)
  return answerSameLeaderboard(draft, false)
}

describe('an event may be added', () => {
  test('once the questions are answered', () => {
    expect(missingForNextEvent(emptySeries)).toEqual(['an answer to each question'])
    const alone = answerMultiple(emptySeries, false)
    expect(missingForNextEvent(alone)).toEqual(['an answer to each question'])
    expect(missingForNextEvent(answerSameLeaderboard(alone, false))).toEqual([])
    expect(missingForNextEvent(ownSeries())).toEqual([])
  })

  test('once more than one streamer is shared', () => {
    const draft = answerSameLeaderboard(answerMultiple(emptySeries, true), false)
    const shared = answerSameStreamers(draft, true)
    expect(missingForNextEvent(shared)).toEqual(['more than one streamer'])
    expect(missingForNextEvent(chooseStreamers(shared, [anna]))).toEqual(['more than one streamer'])
    expect(missingForNextEvent(chooseStreamers(shared, [anna, bert]))).toEqual([])
  })

  test('once a shared leaderboard is chosen', () => {
    const draft = answerSameLeaderboard(answerMultiple(emptySeries, false), true)
    expect(missingForNextEvent(draft)).toEqual(['a leaderboard'])
    expect(missingForNextEvent(chooseLeaderboard(draft, 5))).toEqual([])
  })

  test('once all rows are whole', () => {
    const draft = addEvent(sharedSeries())
    expect(missingForNextEvent(draft)).toEqual(['the rest of Event 2'])
    expect(missingForNextEvent(changeEvent(draft, { key: 2, change: named }))).toEqual([])
  })

  test('up to as many as a series takes', () => {
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
    expect(missingOfSeries(emptySeries)).toEqual([
      'a series name of at least 3 characters',
      'an answer to each question',
      'at least one event',
    ])
    expect(missingOfSeries({ ...sharedSeries(), name: ' ab ' })).toHaveLength(1)
    expect(missingOfSeries(sharedSeries())).toEqual([])
  })

  test('when each event has name, days, participants and leaderboard', () => {
    const draft = addEvent(ownSeries())
    const change = { ...named, participants: [anna], leaderboard: 5 }
    const missingAfter = (given: object) =>
      missingOfSeries(changeEvent(draft, { key: 1, change: { ...change, ...given } }))
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

  test('when what is shared is there, even one streamer', () => {
    const shared = sharedSeries()
    expect(missingOfSeries(chooseStreamers(shared, []))).toEqual(['the streamers'])
    expect(missingOfSeries(chooseStreamers(shared, [anna]))).toEqual([])
    expect(missingOfSeries(chooseLeaderboard(shared, null))).toEqual(['a leaderboard'])
  })

  test('when who takes part is known again after a change of mind', () => {
    const again = answerMultiple(answerMultiple(sharedSeries(), false), true)
    expect(missingOfSeries(again)).toEqual(['an answer to each question'])
  })

  test('without participants where there is one streamer', () => {
    const alone = answerMultiple(sharedSeries(), false)
    expect(alone.events[0]?.participants).toEqual([])
    expect(alone.streamers).toEqual([])
    expect(missingOfSeries(alone)).toEqual([])
  })
})

describe('the rows', () => {
  test('get what is shared when they are added, chosen and answered', () => {
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

  test('have nothing of their own left that is not seen', () => {
    let draft = addEvent(ownSeries())
    draft = changeEvent(draft, { key: 1, change: { participants: [anna], leaderboard: 5 } })
    draft = answerSameLeaderboard(answerSameStreamers(draft, true), true)
    expect(draft.events).toMatchObject([{ participants: [], leaderboard: null }])
  })

  test('keep what they have when it is no longer shared, and change on their own', () => {
    let draft = addEvent(sharedSeries())
    draft = answerSameLeaderboard(answerSameStreamers(draft, false), false)
    draft = changeEvent(draft, { key: 2, change: { participants: [bert], leaderboard: 6 } })
    expect(draft.events).toMatchObject([
      { participants: [anna, bert], leaderboard: 5 },
      { participants: [bert], leaderboard: 6 },
    ])
  })

  test('keep their keys when one before them is removed', () => {
    const draft = removeEvent(addEvent(sharedSeries()), 1)
    expect(draft.events.map(({ key }) => key)).toEqual([2])
    expect(addEvent(draft).events.map(({ key }) => key)).toEqual([2, 3])
  })
})

test('is sent as the contract says', () => {
  expect(bodyOfSeries({ ...sharedSeries(), name: ' League ' }, 'Europe/Berlin')).toEqual({
    seriesName: 'League',
    events: [{ ...named, participants: [1, 2], leaderboard: 5 }],
    timeZone: 'Europe/Berlin',
  })
})
