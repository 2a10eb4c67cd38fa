/**
 * The one source of colours, type and spacing; what is the same in both schemes is in `app/variables.css`,
 * which the overlays use too. Marigold is only for actions and the user's own row; gold, silver and bronze
 * are for ranks 1 to 3; each game mode has one colour in every chart and badge. Our variables start with
 * `--rc-`. Every pair of text and background meets WCAG AA in both schemes.
 */
import {
  type CSSVariablesResolver,
  createTheme,
  isMantineColorScheme,
  type MantineColorSchemeManager,
  type MantineColorsTuple,
} from '@mantine/core'
import { browserStore, onChangeInOtherTab } from '#storage'

const petrol: MantineColorsTuple = [
  '#e9f0ee',
  '#c6d3d2',
  '#a9bbbd',
  '#8fa3a8',
  '#3a525a',
  '#2b4147',
  '#22343a',
  '#0b1214',
  '#080e10',
  '#060a0c',
]

const mist: MantineColorsTuple = [
  '#f8fafa',
  '#eef3f3',
  '#e1e9ea',
  '#c7d3d5',
  '#a7b8bb',
  '#5a6b70',
  '#4a5a5f',
  '#38484d',
  '#22343a',
  '#101c20',
]

const marigold: MantineColorsTuple = [
  '#fff8e6',
  '#ffecc2',
  '#ffdc93',
  '#ffca60',
  '#ffb52e',
  '#f0a012',
  '#c87d00',
  '#9a5f00',
  '#7c4c00',
  '#5c3800',
]

const glass: MantineColorsTuple = [
  '#e3faf5',
  '#c3f2e8',
  '#9ce8d8',
  '#63d8c6',
  '#36bdaa',
  '#179987',
  '#0d7a6c',
  '#0a645a',
  '#0a4f48',
  '#083b36',
]

/** The game modes' colours in every chart and badge, readable as text on a card. */
export const MODE_COLORS = {
  dark: { race: '#5aa9ff', royale: '#36bdaa', tilt: '#b58cff' },
  light: { race: '#1766bd', royale: '#0a7063', tilt: '#7443cc' },
} as const

export const theme = createTheme({
  colors: { dark: petrol, gray: mist, marigold, glass },
  primaryColor: 'marigold',
  primaryShade: 4,
  autoContrast: true,
  black: mist[9],
  fontFamily:
    "'Inter Variable', 'Inter Fallback', system-ui, -apple-system, 'Segoe UI', 'Noto Sans', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'Cascadia Mono', 'SF Mono', Menlo, Consolas, monospace",
  fontSizes: { xs: '0.8125rem', sm: '0.9375rem', md: '0.9375rem', lg: '1.125rem', xl: '1.5rem' },
  spacing: {
    '2xs': '0.25rem',
    xs: '0.5rem',
    sm: '0.75rem',
    md: '1rem',
    lg: '1.5rem',
    xl: '2.25rem',
  },
  radius: { sm: '0.375rem', md: '0.5rem', lg: '0.75rem' },
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
})

const DARK = {
  '--mantine-color-body': petrol[7],
  '--mantine-color-text': petrol[0],
  '--mantine-color-dimmed': petrol[2],
  '--mantine-color-placeholder': petrol[3],
  '--mantine-color-default': '#10191c',
  '--mantine-color-default-hover': petrol[6],
  '--mantine-color-default-color': petrol[0],
  '--mantine-color-default-border': '#6d838a',
  '--mantine-color-disabled': '#1b2a2f',
  '--mantine-color-disabled-color': petrol[2],
  '--mantine-color-disabled-border': petrol[4],
  '--mantine-color-anchor': glass[3],
  '--mantine-color-error': '#ff9c8f',
  '--rc-surface': '#152226',
  '--rc-raised': petrol[6],
  '--rc-line': petrol[4],
  '--rc-accent': marigold[4],
  '--rc-own': `color-mix(in srgb, ${marigold[4]} 16%, #152226)`,
  '--rc-share': 'rgb(99 216 198 / 13%)',
  '--rc-race': MODE_COLORS.dark.race,
  '--rc-royale': MODE_COLORS.dark.royale,
  '--rc-tilt': MODE_COLORS.dark.tilt,
  '--rc-gold-line': '#ffd54a',
  '--rc-silver-line': '#c9d4d8',
  '--rc-bronze-line': '#e29a63',
  '--rc-link': glass[3],
  '--rc-success': '#7fdc92',
  '--rc-focus': '#9ce8d8',
  '--rc-empty-face': petrol[2],
  '--rc-danger-line': '#b0564b',
  '--rc-danger-ground': '#2a1716',
  '--rc-warning-ground': '#33260b',
  '--rc-warning-line': marigold[6],
  '--rc-shadow': '0 1px 0 rgb(255 255 255 / 3%) inset, 0 18px 40px -24px rgb(0 0 0 / 80%)',
  '--rc-glow': 'rgb(54 189 170 / 10%)',
}

const LIGHT: Record<keyof typeof DARK, string> = {
  '--mantine-color-body': mist[1],
  '--mantine-color-text': mist[9],
  '--mantine-color-dimmed': mist[6],
  '--mantine-color-placeholder': mist[5],
  '--mantine-color-default': '#ffffff',
  '--mantine-color-default-hover': mist[1],
  '--mantine-color-default-color': mist[9],
  '--mantine-color-default-border': '#75878c',
  '--mantine-color-disabled': mist[2],
  '--mantine-color-disabled-color': mist[6],
  '--mantine-color-disabled-border': mist[4],
  '--mantine-color-anchor': glass[7],
  '--mantine-color-error': '#a8281b',
  '--rc-surface': '#ffffff',
  '--rc-raised': mist[2],
  '--rc-line': mist[3],
  '--rc-accent': marigold[7],
  '--rc-own': `color-mix(in srgb, ${marigold[4]} 22%, #ffffff)`,
  '--rc-share': 'rgb(13 122 108 / 12%)',
  '--rc-race': MODE_COLORS.light.race,
  '--rc-royale': MODE_COLORS.light.royale,
  '--rc-tilt': MODE_COLORS.light.tilt,
  '--rc-gold-line': '#b98600',
  '--rc-silver-line': '#6c7b82',
  '--rc-bronze-line': '#a55f2c',
  '--rc-link': glass[7],
  '--rc-success': '#1d6b33',
  '--rc-focus': glass[7],
  '--rc-empty-face': mist[5],
  '--rc-danger-line': '#d98a80',
  '--rc-danger-ground': '#fdecea',
  '--rc-warning-ground': '#fff1d1',
  '--rc-warning-line': marigold[6],
  '--rc-shadow': '0 18px 40px -30px rgb(16 40 48 / 45%)',
  '--rc-glow': 'rgb(13 122 108 / 9%)',
}

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  dark: DARK,
  light: LIGHT,
})

/** boot.js reads the same key before the page is drawn. */
const SCHEME_KEY = 'colorScheme'

const asScheme = (stored: string | null) => (isMantineColorScheme(stored) ? stored : null)

let unsubscribe = () => {}

/** Mantine's own reads the storage unguarded. */
export const colorSchemeManager: MantineColorSchemeManager = {
  get: (fallback) => asScheme(browserStore.read(SCHEME_KEY)) ?? fallback,
  set: (scheme) => void browserStore.write(SCHEME_KEY, scheme),
  clear: () => browserStore.remove(SCHEME_KEY),
  subscribe(onUpdate) {
    unsubscribe = onChangeInOtherTab(({ key, newValue }) => {
      const scheme = key === SCHEME_KEY ? asScheme(newValue) : null
      if (scheme !== null) onUpdate(scheme)
    })
  },
  unsubscribe: () => unsubscribe(),
}
