/**
 * What JSX does about browsers that translate pages. They put `<font>` elements in the place of text nodes. React keeps
 * each text node that has siblings, to change or remove it later, and would then change a node that nobody sees, or not
 * find it and give up. So text beside something else gets an element of its own; the only text in an element is safe,
 * because React replaces all of its content. Names (`bdi`) and numbers are not translated.
 * docs/decisions/113.
 */
import type { ReactNode } from 'react'
import { Fragment, jsx } from 'react/jsx-runtime'

interface Props {
  readonly children?: ReactNode
  readonly translate?: 'yes' | 'no'
}

/** A name that no style sheet uses. */
const OWN = 'rc-text' as 'span'

/** What they contain is text and nothing else, or is drawn. */
const TEXT_ONLY: ReadonlySet<unknown> = new Set(['option', 'textarea', 'title', 'text', 'tspan'])

const NUMBER = /^[\s\d.,:%+−–-]*\d[\s\d.,:%+−–-]*$/
const MAX_NUMBER_LENGTH = 24

/** The props that an element is made with. */
export function withOwnTexts(type: unknown, props: Props): Props {
  const { children } = props
  const isElement = typeof type === 'string'
  // A component decides where its children go; the element that gets them is made here too.
  if (children === undefined || !(isElement || type === Fragment) || TEXT_ONLY.has(type)) {
    return props
  }
  const isUntranslated = type === 'bdi' || isNumber(children)
  const marked = isElement && isUntranslated ? ({ translate: 'no', ...props } as const) : props
  // What is beside a fragment is not known here.
  return isElement && !Array.isArray(children) ? marked : { ...marked, children: own(children) }
}

function own(child: ReactNode, key: string | null = null): ReactNode {
  if (Array.isArray(child)) {
    return child.some(hasText) ? child.map((each, index) => own(each, `${OWN} ${index}`)) : child
  }
  if (!isText(child)) return child
  return jsx(
    OWN,
    { children: child, ...(isNumber(child) && { translate: 'no' }) },
    key ?? undefined,
  )
}

const hasText = (child: ReactNode): boolean => isText(child) || Array.isArray(child)

/** Space between elements is not translated, and must not become an element: it could take up room. */
function isText(child: ReactNode): child is string | number | bigint {
  return (
    (typeof child === 'string' && child.trim() !== '') ||
    typeof child === 'number' ||
    typeof child === 'bigint'
  )
}

function isNumber(child: ReactNode): boolean {
  return (
    typeof child === 'number' ||
    (typeof child === 'string' && child.length <= MAX_NUMBER_LENGTH && NUMBER.test(child))
  )
}
