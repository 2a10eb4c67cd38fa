/** The local page's text: whatever comes from a file or the site goes through `html`, which escapes it. */

/** Text that is markup already. */
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
  return new Markup(String.raw({ raw: pieces }, ...contents.map(textOf)))
}

export function textOf(content: Content): string {
  if (content === null) {
    return ''
  }
  if (content instanceof Markup) {
    return content.text
  }
  if (typeof content === 'object') {
    return content.map(textOf).join('')
  }
  return String(content).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

export function whole(value: number): string {
  return value.toLocaleString('en-US')
}

/** In the computer's time: the time alone where it was today. */
export function clock(instant: Date): string {
  const time = instant.toLocaleTimeString('en-GB')
  const isToday = instant.toDateString() === new Date().toDateString()
  return isToday ? time : `${instant.toLocaleDateString('en-CA')} ${time}`
}

/** A form that was sent and not accepted. */
export interface FailedForm {
  form: 'connect' | 'use-key' | 'folder' | 'import' | 'autostart'
  problem: string
  typed: Readonly<Record<string, string>>
}
