/**
 * Connecting without copying a key: the companion makes its own key, sends only its hash, and polls until the
 * streamer has confirmed the code on the site. The state is on disk, so that a restart in between loses nothing.
 */
import { createHash, randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { getCodeState, requestCode, shownCode } from '@rollcall/contract/companions'
import type { Log } from './log.ts'
import { describeSiteProblem } from './plain-problem.ts'
import type { PendingConnection, StoredSettings } from './settings.ts'
import { callEndpoint } from './site-call.ts'

export interface ConnectingState {
  /** The code that the streamer compares, and where; null while there is no code. */
  pending: { userCode: string; connectUrl: string; expiresAt: Date } | null
  /** Why the last code did not lead to a connection. */
  problem: string | null
}

interface ConnectingOptions {
  settings: StoredSettings
  version: string
  log: Log
  onConnected(channel: string): void
  onChange(): void
}

const KEY_LETTERS = 'abcdefghijklmnopqrstuvwxyz234567'
const END_SENTENCES = {
  denied: 'The request was denied on the site.',
  expired: 'The code has expired. Connect again for a new one.',
} as const

export class Connecting {
  readonly #options: ConnectingOptions
  #problem: string | null = null
  #timer: NodeJS.Timeout | undefined

  constructor(options: ConnectingOptions) {
    this.#options = options
    this.#askAgain()
  }

  get state(): ConnectingState {
    const { pending } = this.#options.settings.current()
    return {
      pending: pending && { ...pending, expiresAt: new Date(pending.expiresAt) },
      problem: this.#problem,
    }
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  /**
   * Asks for a code and returns the address of the page where it can be confirmed.
   *
   * @throws {Error} with a sentence if the site gives no code
   */
  async begin(site: string): Promise<string> {
    const { settings, version, log } = this.#options
    // 160 bits, five per letter.
    const key = `rck_${Array.from(randomBytes(32), (byte) => KEY_LETTERS[byte % 32]).join('')}`
    const keyHash = createHash('sha256').update(key).digest('hex')
    const computerName = hostname().replace(/\p{C}/gu, '').slice(0, 100) || 'Computer'
    const asked = { keyHash, computerName, version }
    const { data, refusal } = await callEndpoint(site, requestCode, asked).catch((error: Error) => {
      log(`No code from ${site}: ${error.message}`)
      throw new Error(describeSiteProblem(site, error))
    })
    if (data === null) {
      throw new Error(refusal?.error ?? `There is no Rollcall at ${site}.`)
    }
    const { userCode, deviceCode, connectUrl, expiresAt, pollSeconds } = data
    const page = new URL(connectUrl)
    if (page.protocol !== 'http:' && page.protocol !== 'https:') {
      throw new Error('The site did not say where to confirm the code.')
    }
    this.#problem = null
    const pending: PendingConnection = {
      site,
      key,
      userCode: shownCode(userCode),
      deviceCode,
      connectUrl: page.href,
      expiresAt,
      pollSeconds: Math.min(Math.max(pollSeconds, 1), 60),
    }
    await settings.change({ pending })
    this.#options.onChange()
    this.#askAgain()
    return page.href
  }

  #askAgain(): void {
    clearTimeout(this.#timer)
    const { pending } = this.#options.settings.current()
    if (pending) {
      const ask = () => this.#ask(pending).catch(() => {})
      this.#timer = setTimeout(
        () => void ask().then(() => this.#askAgain()),
        pending.pollSeconds * 1_000,
      )
    }
  }

  async #ask(pending: PendingConnection): Promise<void> {
    const { settings, log, onConnected, onChange } = this.#options
    const { site, key, deviceCode } = pending
    const { data } = await callEndpoint(site, getCodeState, { deviceCode })
    // Another code may have replaced it in the meantime.
    if (data === null || settings.current().pending?.key !== key || data.state === 'pending') {
      return
    }
    if (data.state === 'confirmed') {
      await settings.change({ connection: { site, key }, pending: null })
      log(`Connected to ${site} as ${data.channel}`)
      onConnected(data.channel)
    } else {
      this.#problem = END_SENTENCES[data.state]
      await settings.change({ pending: null })
    }
    onChange()
  }
}
