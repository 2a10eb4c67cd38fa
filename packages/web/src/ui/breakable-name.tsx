import { Fragment } from 'react'

/** Where a reader expects a line to break: behind underscores, and before a capital letter within a word. */
const BREAKS = /(_+|\p{Ll}(?=\p{Lu}))/u

/** The parts of a name that stay on one line as long as they can. */
export function nameParts(name: string): string[] {
  const pieces = name.split(BREAKS)
  return pieces.flatMap((piece, index) =>
    index % 2 === 1 ? [] : [piece + (pieces[index + 1] ?? '')].filter((part) => part !== ''),
  )
}

/** A name that breaks between its parts where lines may wrap. */
export function BreakableName({ children }: { readonly children: string }) {
  return (
    <>
      {nameParts(children).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have only their order.
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </>
  )
}
