/** The colours and sizes that an overlay's options ask for, so that its text can be read. Pure. */
import type { CSSProperties } from 'react'
import { contrast } from '#ui/contrast.ts'
import type { OverlayOptions } from './overlay-options.ts'

/** As in `stage-theme.module.css`; OBS's browser cannot mix colours in a style sheet. */
export const THEME_COLORS = {
  dark: { background: '#152226', raised: '#22343a', foreground: '#e9f0ee', accent: '#ffb52e' },
  light: { background: '#ffffff', raised: '#e1e9ea', foreground: '#101c20', accent: '#c87d00' },
} as const

/** WCAG's for text, and for large text. */
const READABLE = 4.5
const READABLE_IF_LARGE = 3

export interface OverlayLook {
  readonly style: CSSProperties
  /** Whether the text needs a shadow to be read: on what shows through, or on a colour that is too much like its own. */
  readonly hasShadow: boolean
}

export function lookOf(options: OverlayOptions): OverlayLook {
  const { scale, font, columns, opacity } = options
  const theme = THEME_COLORS[options.theme]
  const { background = theme.background, text = theme.foreground } = withoutNull(options)
  const alpha = Math.round(2.55 * opacity)
    .toString(16)
    .padStart(2, '0')
  const shadow = contrast(text, '#000000') > contrast(text, '#ffffff') ? '#000000' : '#ffffff'
  return {
    hasShadow: opacity < 100 || contrast(text, background) < READABLE,
    style: {
      ...{ '--scale': scale / 100, '--font': font / 100, '--columns': columns },
      '--fill': background + alpha,
      '--head-fill': (options.background ?? theme.raised) + alpha,
      '--shadow': shadow,
      ...(options.text !== null && {
        '--mantine-color-text': text,
        '--mantine-color-dimmed': text,
      }),
      ...(contrast(theme.accent, background) < READABLE_IF_LARGE && { '--rc-accent': text }),
    } as CSSProperties,
  }
}

const withoutNull = ({ background, text }: OverlayOptions) => ({
  ...(background !== null && { background }),
  ...(text !== null && { text }),
})
