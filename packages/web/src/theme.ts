/**
 * The one place colours, type and spacing come from: petrol dark and paper light, marigold for what
 * is to be pressed, sea glass for what is to be followed. Own variables start with `--rc-`; each pair
 * of text and ground meets WCAG AA in both schemes.
 */
import {
  type CSSVariablesResolver,
  createTheme,
  localStorageColorSchemeManager,
  type MantineColorsTuple,
} from '@mantine/core'

const petrol: MantineColorsTuple = [
  '#e9f0ee',
  '#c6d3d2',
  '#a5b7b8',
  '#8a9da1',
  '#2b4147',
  '#21343a',
  '#19292e',
  '#0d1517',
  '#0a1113',
  '#070c0d',
]

const stone: MantineColorsTuple = [
  '#faf8f3',
  '#f1ede3',
  '#e7e1d3',
  '#dad2c1',
  '#c4baa5',
  '#6f6757',
  '#57604f',
  '#48504a',
  '#2b3330',
  '#16211f',
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

export const theme = createTheme({
  colors: { dark: petrol, gray: stone, marigold, glass },
  primaryColor: 'marigold',
  primaryShade: 4,
  autoContrast: true,
  black: '#16211f',
  fontFamily:
    "'Segoe UI Variable Text', 'Segoe UI', system-ui, -apple-system, 'Noto Sans', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'Cascadia Mono', 'SF Mono', Menlo, Consolas, monospace",
  headings: {
    fontFamily:
      "'Avenir Next', 'Segoe UI Variable Display', 'Segoe UI', system-ui, -apple-system, 'Noto Sans', sans-serif",
    fontWeight: '750',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'clamp(1.75rem, 1.45rem + 1.2vw, 2.5rem)', lineHeight: '1.1' },
      h2: { fontSize: '1.375rem', lineHeight: '1.25' },
      h3: { fontSize: '1.125rem', lineHeight: '1.35' },
    },
  },
  fontSizes: {
    xs: '0.8125rem',
    sm: '0.9375rem',
    md: '1rem',
    lg: '1.125rem',
    xl: '1.375rem',
  },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2.25rem' },
  radius: { sm: '0.375rem', md: '0.625rem', lg: '1rem' },
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
})

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {
    '--rc-top-bar-height': '4rem',
    '--rc-sidebar-width': '18rem',
    '--rc-gold': 'radial-gradient(circle at 34% 26%, #fff6d8, #ffc93c 38%, #b97800)',
    '--rc-silver': 'radial-gradient(circle at 34% 26%, #ffffff, #c9d4d8 42%, #7b8a91)',
    '--rc-bronze': 'radial-gradient(circle at 34% 26%, #ffe6d2, #e29a63 42%, #9a5526)',
    '--rc-on-medal': '#1d1400',
    '--rc-danger': '#b3261e',
    '--rc-danger-hover': '#97201a',
    '--rc-on-danger': '#ffffff',
  },
  dark: {
    '--mantine-color-body': petrol[7],
    '--mantine-color-text': petrol[0],
    '--mantine-color-dimmed': petrol[2],
    '--mantine-color-placeholder': petrol[3],
    '--mantine-color-default': '#111c1f',
    '--mantine-color-default-hover': petrol[6],
    '--mantine-color-default-color': petrol[0],
    '--mantine-color-default-border': '#64797f',
    '--mantine-color-anchor': glass[3],
    '--mantine-color-error': '#ff9c8f',
    '--rc-surface': '#121d20',
    '--rc-raised': petrol[6],
    '--rc-line': '#24363b',
    '--rc-accent': marigold[4],
    '--rc-link': glass[3],
    '--rc-success': '#7fdc92',
    '--rc-focus': marigold[3],
    '--rc-empty-face': petrol[2],
    '--rc-danger-line': '#a3483d',
    '--rc-danger-ground': '#2a1716',
    '--rc-warning-ground': '#33260b',
    '--rc-warning-line': marigold[6],
    '--rc-shadow': '0 1px 0 rgb(255 255 255 / 3%) inset, 0 18px 40px -24px rgb(0 0 0 / 80%)',
    '--rc-glow': 'rgb(54 189 170 / 10%)',
  },
  light: {
    '--mantine-color-body': '#f6f3ec',
    '--mantine-color-text': stone[9],
    '--mantine-color-dimmed': '#55605b',
    '--mantine-color-placeholder': stone[5],
    '--mantine-color-default': '#fffefb',
    '--mantine-color-default-hover': stone[1],
    '--mantine-color-default-color': stone[9],
    '--mantine-color-default-border': '#8a8270',
    '--mantine-color-anchor': glass[7],
    '--mantine-color-error': '#a8281b',
    '--rc-surface': '#fffefb',
    '--rc-raised': stone[1],
    '--rc-line': '#e0d9c9',
    '--rc-accent': marigold[7],
    '--rc-link': glass[7],
    '--rc-success': '#1d6b33',
    '--rc-focus': glass[7],
    '--rc-empty-face': '#55605b',
    '--rc-danger-line': '#d98a80',
    '--rc-danger-ground': '#fdecea',
    '--rc-warning-ground': '#fff1d1',
    '--rc-warning-line': marigold[6],
    '--rc-shadow': '0 18px 40px -30px rgb(40 30 10 / 45%)',
    '--rc-glow': 'rgb(13 122 108 / 9%)',
  },
})

/** boot.js reads the same key before anything is drawn. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'colorScheme' })
