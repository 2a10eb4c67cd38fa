/** People whose clicks and entries are counted, for each thing that they do. */
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

interface Task {
  readonly person: string
  readonly what: string
  readonly most: number
  clicks: number
  entries: number
}

export class CountedTasks {
  readonly #tasks: Task[] = []

  /** Somebody at a page. */
  person(name: string, page: Page): CountedPerson {
    return new CountedPerson(name, page, this.#tasks)
  }

  /** One line for each task, as text. */
  table(): string {
    const lines = this.#tasks.map(({ person, what, clicks, entries, most }) =>
      [person, what, clicks, most, entries].join('\t'),
    )
    return [['person', 'task', 'clicks', 'most', 'fields'].join('\t'), ...lines].join('\n')
  }
}

class CountedPerson {
  readonly page: Page
  readonly #name: string
  readonly #tasks: Task[]

  constructor(name: string, page: Page, tasks: Task[]) {
    this.page = page
    this.#name = name
    this.#tasks = tasks
  }

  /** Does something with at most so many clicks. */
  async does(what: string, most: number, act: () => Promise<void>): Promise<void> {
    const task = { person: this.#name, what, most, clicks: 0, entries: 0 }
    this.#tasks.push(task)
    await test.step(`${this.#name} ${what}`, act)
    expect(task.clicks, `clicks with which the ${this.#name} ${what}`).toBeLessThanOrEqual(most)
  }

  async click(place: Locator): Promise<void> {
    this.#count('clicks')
    await place.click()
  }

  async press(button: string, within: Page | Locator = this.page): Promise<void> {
    await this.click(within.getByRole('button', { name: button, exact: true }))
  }

  /** Ticks a box, or picks one of several answers. */
  async check(box: Locator): Promise<void> {
    this.#count('clicks')
    await box.check()
  }

  /** Chooses from a list. It takes a click to open it, and one to choose. */
  async select(list: Locator, option: string): Promise<void> {
    this.#count('clicks')
    this.#count('clicks')
    await list.selectOption(option)
  }

  async fill(field: Locator, text: string): Promise<void> {
    this.#count('entries')
    await field.fill(text)
  }

  #count(what: 'clicks' | 'entries'): void {
    const task = this.#tasks.findLast(({ person }) => person === this.#name)
    if (task === undefined) throw new Error(`${this.#name} does not do anything yet.`)
    task[what] += 1
  }
}
