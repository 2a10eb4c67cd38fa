/** Dropped files on their way to being stored: they are read here, previewed by the server, and sent on request. */
import type { FileGroup } from '@rollcall/formats/group-files'
import type { FileProblem } from '@rollcall/formats/problem'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { currentLanguage } from '#texts/language.ts'
import { loadPart } from '#ui/load-chunk.ts'
import {
  canBeSent,
  type DropItem,
  isWaiting,
  preview,
  refusedItem,
  sendItem,
  unusedItem,
} from './drop-item.ts'
import { UNCHECKED } from './send-upload.ts'
import { texts } from './texts.ts'

export interface Drop {
  readonly phase: 'empty' | 'checking' | 'checked' | 'sending' | 'sent'
  readonly done: number
  readonly total: number
  readonly items: readonly DropItem[]
  readonly problem: string | null
  /** What reads files did not load. */
  readonly hasPartFailed: boolean
}

const EMPTY: Drop = {
  phase: 'empty',
  done: 0,
  total: 0,
  items: [],
  problem: null,
  hasPartFailed: false,
}
/** Checking and sending this many stays within the limit of uploads in ten minutes; day logs have a higher limit. */
const MAX_UPLOADS = 50
const MAX_LOGS = 100

export function useDrop() {
  const [drop, setDrop] = useState<Drop>(EMPTY)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  // A mutation, so that the end of the session is handled as everywhere else.
  const { mutateAsync } = useMutation({ mutationFn: (work: () => Promise<void>) => work() })
  /** The items from before the files that are being checked. */
  const before = useRef<readonly DropItem[]>([])

  /** One run at a time; whatever an aborted run still reports is ignored. */
  const run = async (work: (run: Run) => Promise<void>) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    const show = (shown: Drop) => {
      signal.throwIfAborted()
      setDrop(shown)
    }
    try {
      await mutateAsync(() => work({ signal, show }))
    } catch (error) {
      if (!signal.aborted) {
        setDrop((now) => ({ ...now, phase: 'sent', problem: sentenceOf(error as Error) }))
      }
    }
  }

  /** Adds to the waiting items; finished ones are removed. */
  const check = (files: readonly File[]) =>
    run((run) => {
      const kept = drop.items.some(isWaiting) ? unsent(drop.items) : []
      before.current = kept
      return checkFiles(files, kept, run)
    })

  /** Checks the items again whose check got no answer. */
  const checkAgain = () =>
    run((run) => {
      before.current = drop.items
      return checkUnchecked(unsent(drop.items), run)
    })

  const send = () => run((run) => sendWaiting([...drop.items], run))

  /** Sent items stay sent; files that were being checked are dropped. */
  const stop = () => {
    running.current?.abort()
    if (drop.phase === 'sending') {
      setDrop({ ...EMPTY, phase: 'sent', items: drop.items })
    } else {
      const items = before.current
      setDrop(items.length > 0 ? { ...EMPTY, phase: 'checked', items } : EMPTY)
    }
  }
  const clear = () => setDrop(EMPTY)
  return { drop, check, checkAgain, send, stop, clear }
}

/** What is done with the items: `show` shows how far it has come. */
interface Run {
  readonly signal: AbortSignal
  readonly show: (drop: Drop) => void
}

async function checkFiles(
  files: readonly File[],
  kept: readonly DropItem[],
  { signal, show }: Run,
): Promise<void> {
  const checking = { ...EMPTY, phase: 'checking' } as const
  show({ ...checking, items: kept, total: files.length })
  const part = await loadPart(() => import('./read-drop.ts')).catch(() => null)
  if (part === null) {
    const phase = kept.length > 0 ? 'checked' : 'empty'
    show({ ...EMPTY, phase, items: kept, hasPartFailed: true })
    return
  }
  const { readDrop, groupFiles, readGroup } = part
  const dropped = await readDrop(files)
  signal.throwIfAborted()
  const { groups, refused, notNeeded } = groupFiles(dropped.files)
  const items: DropItem[] = [
    ...kept,
    ...dropped.refused.map(({ names, why }) => refusedItem(names, why)),
    ...refused.map(({ names, problem }) => refusedItem(names, problemSentence(problem))),
    ...dropped.notCsv.map(({ names, count }) => unusedItem(names, texts.files.notCsv(count))),
    ...notNeeded.map((name) => unusedItem([name], texts.files.notNeeded)),
  ]
  const total = groups.length
  const readable: DropItem[] = []
  for (const [done, group] of groups.entries()) {
    show({ ...checking, items: [...items], done: done / 2, total })
    // Keeps the page responsive between two large files.
    await new Promise((resolve) => setTimeout(resolve))
    signal.throwIfAborted()
    const names = Object.values(group.parts).map(({ name }) => name)
    try {
      const upload = readGroup(group)
      readable.push({ ...UNCHECKED, names, upload })
    } catch (error) {
      items.push(refusedItem(names, problemSentence(error as FileProblem)))
    }
  }
  readable.sort(byTime)
  const rooms = roomsLeft(kept)
  for (const [index, item] of readable.entries()) {
    items.push(hasRoom(item, rooms) ? await preview(item, signal) : tooMany(item))
    show({ ...checking, items: [...items], done: (total + index + 1) / 2, total })
  }
  show({ ...EMPTY, phase: 'checked', items })
}

async function checkUnchecked(items: DropItem[], { signal, show }: Run): Promise<void> {
  const total = items.filter(({ state }) => state === 'unchecked').length
  let done = 0
  for (const [index, item] of items.entries()) {
    if (item.state === 'unchecked') {
      show({ ...EMPTY, phase: 'checking', items: [...items], done, total })
      items[index] = await preview(item, signal)
      done += 1
    }
  }
  show({ ...EMPTY, phase: 'checked', items })
}

async function sendWaiting(items: DropItem[], { signal, show }: Run): Promise<void> {
  const waiting = items.filter(canBeSent).sort(byTime)
  const total = waiting.length
  for (const [done, item] of waiting.entries()) {
    show({ ...EMPTY, phase: 'sending', items: [...items], done, total })
    items[items.indexOf(item)] = await sendItem(item, signal)
  }
  show({ ...EMPTY, phase: 'sent', items })
}

function problemSentence({ message, code, params, part, line, column }: FileProblem): string {
  return currentLanguage().problemText({ error: message, code, params, part, line, column })
}

function unsent(items: readonly DropItem[]): DropItem[] {
  return items.filter(({ state }) => state !== 'stored')
}

function byTime(one: DropItem, other: DropItem): number {
  return (one.upload?.at ?? '') < (other.upload?.at ?? '') ? -1 : 1
}

interface Rooms {
  logs: number
  others: number
}

function roomsLeft(items: readonly DropItem[]): Rooms {
  const waiting = items.filter(isWaiting)
  const logs = waiting.filter(({ upload }) => upload?.kind === 'import').length
  return { logs: MAX_LOGS - logs, others: MAX_UPLOADS - (waiting.length - logs) }
}

function hasRoom({ upload }: DropItem, rooms: Rooms): boolean {
  const kind: FileGroup['kind'] = upload?.kind ?? 'map'
  if (kind === 'map') {
    return true
  }
  const room = kind === 'import' ? 'logs' : 'others'
  rooms[room] -= 1
  return rooms[room] >= 0
}

function tooMany({ names }: DropItem): DropItem {
  return refusedItem(names, texts.files.tooManyUploads({ uploads: MAX_UPLOADS, logs: MAX_LOGS }))
}
