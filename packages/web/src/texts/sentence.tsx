import { Children, cloneElement, type ReactElement, type ReactNode } from 'react'

interface SentenceProps {
  /**
   * Marks its parts with tags: `Please <signIn>sign in</signIn> first.` A name that somebody chose is a part
   * without words, `<name/> is connected.`, since it could contain tags itself.
   */
  readonly text: string
  readonly parts: Readonly<Record<string, ReactElement>>
}

/** A text with links or styled words in it, wherever the language puts them. */
export function Sentence({ text, parts }: SentenceProps) {
  return <>{Children.toArray(splitAtParts(text, parts))}</>
}

const PART = /<(\w+)\/>|<(\w+)>(.*?)<\/\2>/g

function splitAtParts(text: string, parts: SentenceProps['parts']): ReactNode[] {
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
