import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { Outbox } from './outbox.ts'
import { Sender, type SenderState, verdictOn } from './sender.ts'
import { receipt, refusal, startFakeSite } from './testing/fake-site.ts'
import { keptGame } from './testing/kept-game.ts'

const getVerdict = (status: number, body: unknown, headers = {}) =>
  verdictOn({ status, body, headers })

describe('verdictOn', () => {
  it('accepts nothing but a receipt as a receipt', () => {
    expect(getVerdict(200, receipt)).toMatchObject({ kind: 'taken' })
    expect(getVerdict(200, { ok: true })).toMatchObject({ kind: 'again' })
    expect(getVerdict(200, undefined)).toMatchObject({ kind: 'again' })
  })

  it('reads receipts of older sites, which have less in them, and of newer ones, which have more', () => {
    const { kind: _, outcome: __, map: ___, isCompleted: ____, ...older } = receipt
    expect(getVerdict(200, older)).toMatchObject({ kind: 'taken', receipt: { isRanked: true } })
    const newer = { ...receipt, outcome: 'split', warnings: [{ code: 'x', params: { of: null } }] }
    expect(getVerdict(200, newer)).toMatchObject({ kind: 'taken', receipt: { channel: 'ada' } })
  })

  it('reads the sentence and the code of a refusal, whatever else is in it', () => {
    const newer = { error: 'No.', code: 'bad_row', params: { cells: [1, { of: null }] } }
    expect(getVerdict(422, newer)).toEqual({ kind: 'refused', code: 'bad_row', sentence: 'No.' })
  })

  it('tries again after temporary failures', () => {
    for (const status of [302, 408, 429, 500, 502, 503, 504, 507]) {
      expect(getVerdict(status, refusal('Later.', 'x'))).toMatchObject({ kind: 'again' })
    }
    expect(getVerdict(400, refusal('Cut off.', 'body_cut_off'))).toMatchObject({ kind: 'again' })
    expect(getVerdict(404, '<html>')).toMatchObject({ kind: 'again' })
    expect(getVerdict(500, refusal('Oops.', 'internal'))).toMatchObject({ isAboutTheGame: true })
  })

  it('keeps a game that a wrong clock has dated in the future', () => {
    const future = refusal('Check the clock of the computer.', 'implausible_time')
    expect(getVerdict(422, future)).toMatchObject({
      kind: 'again',
      problem: expect.stringMatching(/^Check the clock of the computer\. The game is kept/),
      isAboutTheGame: true,
    })
  })

  it('waits as long as the site asks, but never for days', () => {
    const busy = refusal('Slow down.', 'rate_limited')
    expect(getVerdict(429, busy, { 'retry-after': '30' })).toMatchObject({ afterMs: 30_000 })
    expect(getVerdict(429, busy, { 'retry-after': '999999' })).toMatchObject({ afterMs: 3_600_000 })
    expect(getVerdict(429, busy, { 'retry-after': 'soon' })).toMatchObject({ afterMs: 0 })
    const date = new Date(Date.now() + 60_000).toUTCString()
    const { afterMs } = getVerdict(503, busy, { 'retry-after': date }) as { afterMs: number }
    expect(afterMs).toBeGreaterThan(50_000)
  })

  it("gives up after permanent refusals, with the site's sentence", () => {
    for (const status of [400, 404, 409, 413, 422]) {
      expect(getVerdict(status, refusal('No.'))).toEqual({
        kind: 'refused',
        code: 'bad_row',
        sentence: 'No.',
      })
    }
    for (const status of [401, 403]) {
      expect(getVerdict(status, refusal('Who?'))).toEqual({ kind: 'disconnected', problem: 'Who?' })
    }
  })
})

describe('sending', () => {
  it('continues after a game that cannot be deleted', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'rollcall-companion-'))
    const site = await startFakeSite()
    const outbox = await Outbox.open(directory, () => {})
    const waiting = path.join(directory, 'waiting')
    const taken: string[] = []
    const states: SenderState[] = []
    const sender: Sender = new Sender({
      outbox,
      log: () => {},
      connection: () => ({ site: site.origin, key: 'rck_test_0123456789' }),
      onTaken: async ({ identity }) => {
        if (taken.push(identity) === 1) {
          const [name = ''] = await readdir(waiting)
          await rm(path.join(waiting, name))
          await mkdir(path.join(waiting, name))
        }
      },
      askChannel: async () => null,
      onChange: () => states.push(sender.state),
      onEmptied: () => {},
    })
    await outbox.keep(keptGame('one'), 'waiting')
    await outbox.keep(keptGame('two'), 'waiting')
    sender.start()
    await vi.waitFor(() => expect(taken).toEqual(['one', 'two']), { timeout: 60_000 })
    await vi.waitFor(() => expect(outbox.count('waiting')).toBe(0), { timeout: 60_000 })
    expect(states).toContainEqual(
      expect.objectContaining({ problem: expect.stringMatching(/^One of the companion's files /) }),
    )
    await sender.close()
    await site.close()
    await rm(directory, { recursive: true, force: true, maxRetries: 5 })
  })
})
