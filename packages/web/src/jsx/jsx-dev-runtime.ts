/** What the compiler calls for JSX while pages are developed. */
import * as react from 'react/jsx-dev-runtime'
import { withOwnTexts } from './own-texts.ts'

export const { Fragment } = react

export const jsxDEV: typeof react.jsxDEV = (type, props, ...rest) =>
  react.jsxDEV(type, withOwnTexts(type, props as object), ...rest)
