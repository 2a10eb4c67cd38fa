/** Files from being dropped to being stored: read here, previewed by the server, sent when wished. */
import type { FileGroup } from '@rollcall/formats/group-files'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { loadPart } from '#ui/load-chunk.ts'
import {
  type DropItem,
  isToBeSent,
  isWaiting,
  preview,
  refusedItem,
  sent,
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
}

const EMPTY: Drop = { phase: 'empty', done: 0, total: 0, items: [], problem: null }
/** Checked and sent they stay within the uploads that one may make in ten minutes; day logs have more. */
const MOST_UPLOADS = 50
const MOST_LOGS = 100

export function useDrop() {
  const [drop, setDrop] = useState<Drop>(EMPTY)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  // As a mutation, so that the end of the session is noticed as everywhere.
  const { mutateAsync } = useMutation({ mutationFn: (work: () => Promise<void>) => work() })
  /** What was there before the files that are being checked. */
  const before = useRef<readonly DropItem[]>([])

  /** One run at a time; what a run that was given up still has to say is not heard. */
  const run = async (work: (signal: AbortSignal, show: (drop: Drop) => void) => Promise<void>) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    const show = (shown: Drop) => {
      signal.throwIfAborted()
      setDrop(shown)
    }
    try {
      await mutateAsync(() => work(signal, show))
    } catch (error) {
      if (!signal.aborted) {
        setDrop((now) => ({ ...now, phase: 'sent', problem: sentenceOf(error as Error) }))
      }
    }
  }

  /** Adds to what waits; what is done with makes room. */
  const check = (files: readonly File[]) =>
    run(async (signal, show) => {
      const kept = drop.items.some(isWaiting) ? unsent(drop.items) : []
      before.current = kept
      const checking = { ...EMPTY, phase: 'checking' } as const
      show({ ...checking, items: kept, total: files.length })
      const { readDrop, groupFiles, readGroup } = await loadPart(() => import('./read-drop.ts'))
      const dropped = await readDrop(files)
      signal.throwIfAborted()
      const { groups, refused, notNeeded } = groupFiles(dropped.files)
      const items: DropItem[] = [
        ...kept,
        ...[...dropped.refused, ...refused].map(({ names, problem }) =>
          refusedItem(names, problem.message),
        ),
        ...dropped.notCsv.map(({ names, count }) => unusedItem(names, texts.files.notCsv(count))),
        ...notNeeded.map((name) => unusedItem([name], texts.files.notNeeded)),
      ]
      const total = groups.length
      const readable: DropItem[] = []
      for (const [done, group] of groups.entries()) {
        show({ ...checking, items: [...items], done: done / 2, total })
        // So that the page stays alive between two large files.
        await new Promise((resolve) => setTimeout(resolve))
        signal.throwIfAborted()
        const names = Object.values(group.parts).map(({ name }) => name)
        try {
          const upload = readGroup(group)
          readable.push({ ...UNCHECKED, names, upload })
        } catch (error) {
          items.push(refusedItem(names, (error as Error).message))
        }
      }
      readable.sort(byTime)
      const rooms = roomsBeside(kept)
      for (const [index, item] of readable.entries()) {
        items.push(hasRoom(item, rooms) ? await preview(item, signal) : tooMany(item))
        show({ ...checking, items: [...items], done: (total + index + 1) / 2, total })
      }
      show({ ...EMPTY, phase: 'checked', items })
    })

  /** Those whose check got no answer. */
  const checkAgain = () =>
    run(async (signal, show) => {
      const items = unsent(drop.items)
      before.current = drop.items
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
    })

  const send = () =>
    run(async (signal, show) => {
      const items = [...drop.items]
      const waiting = items.filter(isToBeSent).sort(byTime)
      const total = waiting.length
      for (const [done, item] of waiting.entries()) {
        show({ ...EMPTY, phase: 'sending', items: [...items], done, total })
        items[items.indexOf(item)] = await sent(item, signal)
      }
      show({ ...EMPTY, phase: 'sent', items })
    })

  /** What has been sent stays sent; of what was being checked nothing stays. */
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

function roomsBeside(items: readonly DropItem[]): Rooms {
  const waiting = items.filter(isWaiting)
  const logs = waiting.filter(({ upload }) => upload?.kind === 'import').length
  return { logs: MOST_LOGS - logs, others: MOST_UPLOADS - (waiting.length - logs) }
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
  return refusedItem(names, texts.files.tooManyUploads({ uploads: MOST_UPLOADS, logs: MOST_LOGS }))
}
