import type { Plugin } from 'vite'

/** The four widths at which pages change. A style sheet says `@media (--phone)`. */
const WIDTHS: Record<string, string> = {
  '--phone': 'width < 40em',
  '--beyond-phone': 'width >= 40em',
  '--no-sidebar': 'width < 62em',
  '--sidebar': 'width >= 62em',
  '--not-wide': 'width < 80em',
  '--wide': 'width >= 80em',
  '--wall': 'width >= 120em',
}

export function namedWidths(): Plugin {
  return {
    name: 'rollcall:named-widths',
    enforce: 'pre',
    transform: {
      filter: { id: /\.css$/ },
      handler(css) {
        return css.replaceAll(/@media [^{]+/g, (query) =>
          query.replaceAll(/\((--[\w-]+)\)/g, (_, name: string) => {
            const width = WIDTHS[name] ?? this.error(`no width is named ${name}`)
            return `(${width})`
          }),
        )
      },
    },
  }
}
