import { Buffer } from 'node:buffer'
import { gunzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { WrittenList, writePart } from './written-parts.ts'

test('a list of written parts is a gzip file of their JSON', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.jsonValue(), { maxLength: 8 }), async (values) => {
      const parts = await Promise.all(values.map((value) => writePart([...JSON.stringify(value)])))
      const gzip = Buffer.concat([...new WrittenList(parts).gzip()])
      // It checks the checksum and the size.
      expect(gunzipSync(gzip).toString()).toBe(JSON.stringify(values))
    }),
    { numRuns: 200 },
  )
})

test('parts of some size, and the same ones again', async () => {
  const text = JSON.stringify('käse 🧀 '.repeat(200_000))
  const part = await writePart([text])
  const list = new WrittenList([part, part, part])
  expect(gunzipSync(Buffer.concat([...list.gzip()])).toString()).toBe(`[${text},${text},${text}]`)
  expect(list.etag).toBe(new WrittenList([part, part, await writePart([text])]).etag)
  expect(list.etag).not.toBe(new WrittenList([part, part]).etag)
})
