import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { KeptGame, Outbox } from './outbox.ts'
import { keptGame } from './testing/kept-game.ts'

describe('the outbox', () => {
  let directory: string
  let waiting: string
  let outbox: Outbox
  const logged: string[] = []
  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'rollcall-companion-'))
    waiting = path.join(directory, 'waiting')
    outbox = await Outbox.open(directory, (line) => logged.push(line))
    await outbox.keep(keptGame('one'), 'waiting')
    await outbox.keep(keptGame('two'), 'waiting')
  })
  afterEach(() => rm(directory, { recursive: true, force: true, maxRetries: 5 }))

  /** Makes reading and deleting a file fail for a while, without losing its content. */
  const block = async (name: string) => {
    const content = path.join(waiting, name)
    await rm(content)
    await mkdir(content)
    return async () => {
      await rm(content, { recursive: true })
      await writeFile(content, JSON.stringify(keptGame('one')))
    }
  }

  it('keeps a game that cannot be read right now, and lets the others go first', async () => {
    const [name = ''] = await readdir(waiting)
    const unblock = await block(name)
    expect(await outbox.list('waiting', 5)).toHaveLength(1)
    await expect(outbox.oldest()).rejects.toThrow('EISDIR')
    expect((await outbox.oldest())?.game.identity).toBe('two')
    await expect(outbox.find('waiting', name)).rejects.toThrow('EISDIR')
    expect(outbox.count('waiting')).toBe(2)
    await unblock()
    expect(await outbox.list('waiting', 5)).toHaveLength(2)
  })

  it.each([
    ['cut off', '{"identity":'],
    ['of another shape', '{}'],
  ])('sets aside a file that is %s, and names it in the log', async (_, content) => {
    const [name = ''] = await readdir(waiting)
    await writeFile(path.join(waiting, name), content)
    expect((await outbox.oldest())?.game.identity).toBe('two')
    expect(await readdir(waiting)).toContain(`${name}.damaged`)
    expect(logged.at(-1)).toContain(name)
  })

  it('skips a file that is gone', async () => {
    const [name = ''] = await readdir(waiting)
    await rm(path.join(waiting, name))
    expect((await outbox.oldest())?.game.identity).toBe('two')
    expect(outbox.count('waiting')).toBe(1)
  })

  it('reads games kept before they had a channel', () => {
    const { channel: _, ...old } = keptGame('one')
    expect(KeptGame.parse(old).channel).toBeNull()
  })
})
