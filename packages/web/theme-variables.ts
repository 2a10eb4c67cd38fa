/**
 * A Vite plugin that gives the variables of the theme, Mantine's and our own, as a style sheet: worked
 * out here once, and not by every page at its start.
 */
import {
  convertCssVariables,
  DEFAULT_THEME,
  deepMerge,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core'
import type { Plugin } from 'vite'
import { cssVariablesResolver, theme } from './src/theme.ts'

const MODULE = 'virtual:theme-variables.css'
const FILE = '/theme-variables.css'

function styleSheet(): string {
  const whole = mergeMantineTheme(DEFAULT_THEME, theme)
  const schemes = {
    variables: {},
    dark: { '--mantine-color-scheme': 'dark' },
    light: { '--mantine-color-scheme': 'light' },
  }
  return convertCssVariables(
    deepMerge(deepMerge(defaultCssVariablesResolver(whole), schemes), cssVariablesResolver(whole)),
    ':root',
  )
}

export function themeVariables(): Plugin {
  return {
    name: 'rollcall:theme-variables',
    resolveId: (id) => (id === MODULE ? FILE : null),
    load: (id) => (id === FILE ? styleSheet() : null),
  }
}
