/** What the compiler calls for JSX, in the built pages. */
import * as react from 'react/jsx-runtime'
import { withOwnTexts } from './own-texts.ts'

export const { Fragment } = react

export const jsx: typeof react.jsx = (type, props, key) =>
  react.jsx(type, withOwnTexts(type, props as object), key)

export const jsxs: typeof react.jsxs = (type, props, key) =>
  react.jsxs(type, withOwnTexts(type, props as object), key)
