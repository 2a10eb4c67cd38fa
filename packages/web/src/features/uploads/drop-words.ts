import type { DropItem } from './drop-item.ts'
import type { UploadResult } from './send-upload.ts'
import { countKnown, isUncounted } from './send-upload.ts'
import { texts } from './texts.ts'

const isWithoutSeason = ({ receipt }: UploadResult) => isUncounted(receipt?.warnings ?? [])

/** `3 races, 1 royale, 212 racers; 1 already uploaded; 2 refused.` */
export function summarise(items: readonly DropItem[]): string {
  const words = texts.summary
  const counts = new Map<string, number>()
  const add = (what: string, count = 1) => counts.set(what, (counts.get(what) ?? 0) + count)
  for (const item of items) {
    const { upload, state } = item
    add(state)
    if (isWithoutSeason(item)) {
      add('uncounted')
    }
    if (upload === null || state === 'refused' || state === 'unused') {
      continue
    }
    for (const { mode } of upload.games) {
      add(mode)
    }
    add(upload.kind)
    add('racers', upload.racers)
    add('known', countKnown(item))
  }
  const say = (what: string, format: (count: number) => string) => {
    const count = counts.get(what) ?? 0
    return count === 0 ? [] : [format(count)]
  }
  const found = Object.entries(words.found).flatMap(([what, format]) => say(what, format))
  return words.sentence([
    found.join(', ') || words.nothing,
    ...say('known', words.known),
    ...say('uncounted', words.changesNothing),
    ...say('unused', words.unused),
    ...say('unchecked', words.unchecked),
    ...say('refused', words.refused),
  ])
}

/** `2 accepted; 1 already uploaded; 1 refused.` */
export function summariseSent(items: readonly DropItem[]): string {
  const words = texts.summary
  const say = (states: readonly DropItem['state'][], format: (count: number) => string) => {
    const count = items.filter(({ state }) => states.includes(state)).length
    return count === 0 ? [] : [format(count)]
  }
  const stored = items.filter(({ state }) => state === 'stored')
  const uncounted = stored.filter(isWithoutSeason).length
  return words.sentence([
    words.accepted(stored.length),
    ...(uncounted > 0 ? [words.changedNothing(uncounted)] : []),
    ...say(['duplicate'], words.known),
    ...say(['unused'], words.unused),
    ...say(['ready'], words.notSent),
    ...say(['failed', 'unchecked'], words.toTryAgain),
    ...say(['refused'], words.refused),
  ])
}
