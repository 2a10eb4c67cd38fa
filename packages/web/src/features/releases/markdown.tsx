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

/** Without ids and names, text can neither stand in for an element of the page nor be found twice. */
const SCHEMA: typeof defaultSchema = {
  ...defaultSchema,
  attributes: {
    ...defaultSchema.attributes,
    '*': (defaultSchema.attributes?.['*'] ?? []).filter((name) => name !== 'id' && name !== 'name'),
    a: ['href', 'title'],
  },
}

/** Titles of notes are h3 wherever notes are shown, so what a note calls h1 is one below. */
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
  // Scrolls sideways on its own, by keyboard too.
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

/** HTML in a note is text like any other: seen, not obeyed and not swallowed. */
const REMARK_REHYPE: Options['remarkRehypeOptions'] = {
  handlers: { html: (_, { value }: { value: string }) => ({ type: 'text', value }) },
}

/**
 * A patch note's text, harmless whatever it holds: in the editor's preview and on the page. As it was
 * typed where rendering would take too long.
 */
export function Markdown({ text }: { readonly text: string }) {
  if (problemOfNote(text) !== null) {
    return <p className={classes.plain}>{text}</p>
  }
  return (
    <div className={classes.markdown}>
      <ReactMarkdown
        remarkPlugins={REMARK_PLUGINS}
        remarkRehypeOptions={REMARK_REHYPE}
        rehypePlugins={REHYPE_PLUGINS}
        components={COMPONENTS}
        urlTransform={(address, kind) => safeAddressOf(address, { kind, origin: location.origin })}
      >
        {text}
      </ReactMarkdown>
    </div>
  )
}

/** Where a patch note may link to and take pictures from. */

const LINK_SCHEMES: readonly string[] = ['http:', 'https:', 'mailto:']

/**
 * What a browser would make of the address decides, not how it is spelled.
 *
 * @param kind the attribute that is to hold it: `src` is a picture, of our own host only
 * @param origin the page's own, such as `https://host`
 * @returns null: not allowed
 */
export function safeAddressOf(
  address: string,
  { kind, origin }: { kind: string; origin: string },
): string | null {
  // An anchor would lead to an element of the page around the note.
  if (address.startsWith('#') || !URL.canParse(address, origin)) {
    return null
  }
  const url = new URL(address, origin)
  if (kind === 'href') {
    return LINK_SCHEMES.includes(url.protocol) ? url.href : null
  }
  return kind === 'src' && url.origin === origin ? url.href : null
}
