import { problemOfNote } from '@rollcall/contract/releases'
import type { ComponentPropsWithoutRef } from 'react'
import ReactMarkdown, { type Components, type ExtraProps, type Options } from 'react-markdown'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { ScrollRegion } from '#ui/panel.tsx'
import classes from './markdown.module.css'
import { texts } from './texts.ts'

type Given<Tag extends keyof React.JSX.IntrinsicElements> = ComponentPropsWithoutRef<Tag> &
  ExtraProps

/** Without ids and names, a note can neither pass for an element of the page nor cause duplicates. */
const SCHEMA: typeof defaultSchema = {
  ...defaultSchema,
  attributes: {
    ...defaultSchema.attributes,
    '*': (defaultSchema.attributes?.['*'] ?? []).filter((name) => name !== 'id' && name !== 'name'),
    a: ['href', 'title'],
  },
}

/** Notes' titles are h3 everywhere, so a note's own h1 becomes an h4. */
const COMPONENTS: Components = {
  h1: 'h4',
  h2: 'h5',
  h3: 'h6',
  h4: 'h6',
  h5: 'h6',
  a: ({ node, href, ...rest }: Given<'a'>) =>
    href ? <a {...rest} href={href} rel="noopener noreferrer nofollow" /> : <span {...rest} />,
  img: ({ node, src, alt, ...rest }: Given<'img'>) =>
    src ? <img {...rest} src={src} alt={alt ?? ''} loading="lazy" /> : <span>{alt}</span>,
  // Scrolls sideways by itself, with the keyboard too.
  table: ({ node, ...rest }: Given<'table'>) => (
    <ScrollRegion className={classes.table} label={texts.notes.table}>
      <table {...rest} />
    </ScrollRegion>
  ),
  input: ({ node, ...rest }: Given<'input'>) => (
    <input {...rest} aria-label={rest.checked ? texts.notes.done : texts.notes.notDone} />
  ),
}

const REMARK_PLUGINS: Options['remarkPlugins'] = [remarkGfm]
const REHYPE_PLUGINS: Options['rehypePlugins'] = [[rehypeSanitize, SCHEMA]]

/** HTML in a note is shown as text, neither rendered nor dropped. */
const REMARK_REHYPE: Options['remarkRehypeOptions'] = {
  handlers: { html: (_, { value }: { value: string }) => ({ type: 'text', value }) },
}

/**
 * A patch note's text, made harmless, for the editor's preview and the page. If rendering would take too long, the
 * text is shown as typed.
 */
export function Markdown({ text }: { readonly text: string }) {
  if (problemOfNote(text) !== null) {
    return <p className={classes.plain}>{text}</p>
  }
  return (
    // Its elements are not made by our JSX, and a translated one could not be changed: another text is another element.
    <div key={text} className={classes.markdown}>
      <ReactMarkdown
        remarkPlugins={REMARK_PLUGINS}
        remarkRehypeOptions={REMARK_REHYPE}
        rehypePlugins={REHYPE_PLUGINS}
        components={COMPONENTS}
        urlTransform={(address, kind) => toSafeAddress(address, { kind, origin: location.origin })}
      >
        {text}
      </ReactMarkdown>
    </div>
  )
}

/** Where a patch note may link to and take pictures from. */

const LINK_SCHEMES: readonly string[] = ['http:', 'https:', 'mailto:']

/**
 * Decides by how a browser would resolve the address, not by its spelling.
 *
 * @param kind the attribute for the address: `src` is a picture, which must be on our own host
 * @param origin the page's own, such as `https://host`
 * @returns null: not allowed
 */
export function toSafeAddress(
  address: string,
  { kind, origin }: { kind: string; origin: string },
): string | null {
  // An anchor would lead to an element outside the note.
  if (address.startsWith('#') || !URL.canParse(address, origin)) {
    return null
  }
  const url = new URL(address, origin)
  if (kind === 'href') {
    return LINK_SCHEMES.includes(url.protocol) ? url.href : null
  }
  return kind === 'src' && url.origin === origin ? url.href : null
}
