import { type LiveTopic, writeFrame } from '@rollcall/contract/live'
import type { ShowView } from '@rollcall/contract/show-view'
import type { WrittenAnswer } from '../../http/serve-endpoint.ts'
import type { PlaceView } from '../show/views.ts'

const written = new WeakMap<WrittenAnswer<ShowView>, Map<LiveTopic, Buffer>>()

/** The frame message of a view. All streams of this process that carry the topic share one buffer. */
export function makeFrame(topic: LiveTopic, { view, answer }: PlaceView): Buffer {
  const frames = written.get(answer) ?? new Map<LiveTopic, Buffer>()
  written.set(answer, frames)
  const frame =
    frames.get(topic) ??
    Buffer.from(writeFrame(topic, { version: view.version, json: answer.json }))
  frames.set(topic, frame)
  return frame
}
