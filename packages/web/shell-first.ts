/**
 * A Vite plugin that names the style sheets of the entry after the shell in index.html instead of before
 * it: the shell brings its own few styles and is drawn at once; the entry still waits for the sheets.
 */
import type { Plugin } from 'vite'

const STYLE_SHEET = /\s*<link rel="stylesheet"[^>]*>/g

export function shellFirst(): Plugin {
  return {
    name: 'rollcall:shell-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        const sheets = (html.match(STYLE_SHEET) ?? []).join('')
        return html
          .replace(STYLE_SHEET, '')
          .replace(/\s*<noscript>/, (after) => `${sheets}${after}`)
      },
    },
  }
}
