import { cloneElement, createElement, Fragment, type ReactElement, type ReactNode } from 'react'

interface SentenceProps {
  /**
   * Its parts are in tags: `Please <signIn>sign in</signIn> first.` A name that somebody chose is a part without
   * words, `<name/> is connected.`, since it could contain tags of its own.
   */
  readonly text: string
  readonly parts: Readonly<Record<string, ReactElement>>
}

/** A text of which parts are links, or look different, wherever the language puts them. */
export function Sentence({ text, parts }: SentenceProps) {
  return createElement(Fragment, null, ...piecesOf(text, parts))
}

const PART = /<(\w+)\/>|<(\w+)>(.*?)<\/\2>/g

function piecesOf(text: string, parts: SentenceProps['parts']): ReactNode[] {
  const pieces: ReactNode[] = []
  let end = 0
  for (const match of text.matchAll(PART)) {
    const [whole, alone, around, words] = match
    const element = parts[alone ?? around ?? '']
    if (element === undefined) continue
    pieces.push(text.slice(end, match.index))
    pieces.push(words === undefined ? element : cloneElement(element, undefined, words))
    end = match.index + whole.length
  }
  return [...pieces, text.slice(end)]
}
