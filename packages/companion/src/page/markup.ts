/** Markup for the local page. Everything that comes from a file or the site goes through `html`, which escapes it. */

/** Text that is already markup. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Content = string | number | Markup | readonly Markup[] | null

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function html(pieces: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  return new Markup(String.raw({ raw: pieces }, ...contents.map(toText)))
}

export function toText(content: Content): string {
  if (content === null) {
    return ''
  }
  if (content instanceof Markup) {
    return content.text
  }
  if (typeof content === 'object') {
    return content.map(toText).join('')
  }
  return String(content).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

export function formatWhole(value: number): string {
  return value.toLocaleString('en-US')
}

/** `1 game`, `1,200 games`. */
export function formatCount(count: number, noun: string): string {
  return `${formatWhole(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** In the computer's time zone; only the time of day if it is today. */
export function clock(instant: Date): string {
  const time = instant.toLocaleTimeString('en-GB')
  const isToday = instant.toDateString() === new Date().toDateString()
  return isToday ? time : `${instant.toLocaleDateString('en-CA')} ${time}`
}

/** A form that was sent and not accepted. */
export interface FailedForm {
  form: 'connect' | 'use-key' | 'folder' | 'import' | 'autostart' | 'run'
  problem: string
  typed: Readonly<Record<string, string>>
}
