import { CopyField } from './copy-field.tsx'
import { texts } from './texts.ts'

export interface Embedded {
  /** The path of the board that other sites can embed. */
  readonly path: string
  /** Names the frame for screen readers. */
  readonly name: string
}

/** What the owner of another site pastes into a page. */
export function EmbedField({ path, name }: Embedded) {
  const frame = document.createElement('iframe')
  frame.src = location.origin + path
  frame.title = name
  frame.width = '100%'
  frame.height = '480'
  frame.style.border = '0'
  frame.loading = 'lazy'
  return <CopyField label={texts.sharing.embed} value={frame.outerHTML} />
}
