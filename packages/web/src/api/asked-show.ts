/**
 * A show's public page while no socket carries it. It asks which version is shown, a few bytes that a cache may keep for
 * everybody, and asks for the view only if that is another one than before.
 */
import { getShowFrame, getShowNow } from '@rollcall/contract/show-links'
import type { ShowView } from '@rollcall/contract/show-view'
import { ApiError } from './api-error.ts'
import { callApi } from './call-api.ts'

// Overlays use this too, so nothing here may need a browser newer than Chromium 103.

const ASK_MS = 2_000
/** Not everybody asks at the instant of a step. */
const SPREAD_MS = 500

interface Page {
  readonly token: string
  /** Whether a socket carries the page, or nobody may follow it. */
  readonly isSettled: () => boolean
  readonly deliver: (view: ShowView) => void
  /** The page may be gone, so it must find out. */
  readonly ask: () => void
}

export class AskedShow {
  readonly #page: Page
  #timer: ReturnType<typeof setTimeout>
  #isStopped = false
  /** The version that was delivered last. */
  #version: string | null = null

  constructor(page: Page) {
    this.#page = page
    // Until then a socket usually carries it. All viewers' pages together ask evenly.
    this.#timer = setTimeout(() => this.#look(), ASK_MS + Math.random() * ASK_MS)
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  async #look(): Promise<void> {
    const nextInMs = this.#page.isSettled() ? null : await this.#find()
    if (!this.#isStopped) {
      const soonMs = (nextInMs ?? ASK_MS) + Math.random() * SPREAD_MS
      this.#timer = setTimeout(() => this.#look(), Math.min(ASK_MS, soonMs))
    }
  }

  /** Delivers a new view. Returns in how many milliseconds the next one comes, if that is known. */
  async #find(): Promise<number | null> {
    const { token, isSettled, deliver, ask } = this.#page
    const call = { params: { token }, token: null }
    try {
      const { version, nextInMs } = await callApi(getShowNow, call).catch((error) => {
        // The page has perhaps been switched off.
        if (error instanceof ApiError && error.status === 404) ask()
        throw error
      })
      if (version !== this.#version) {
        const params = { token, version }
        const view = await callApi(getShowFrame, { ...call, params })
        this.#version = version
        if (!isSettled()) deliver(view)
      }
      return nextInMs
    } catch {
      // What is shown stays. A version that was replaced just now is no longer the one at the next look.
      return null
    }
  }
}
