/**
 * A Vite plugin that writes into index.html which chunks come after the entry: links to those of the application, and
 * for boot.js a list of what each page needs beyond. All are fetched at once instead of one after the other.
 */
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle

function chunkOf(bundle: Bundle, module: string): Rolldown.OutputChunk {
  for (const output of Object.values(bundle)) {
    if (output.type === 'chunk' && output.facadeModuleId?.endsWith(module)) return output
  }
  throw new Error(`No chunk of its own for ${module}`)
}

function addFilesOf(bundle: Bundle, fileName: string, files: Set<string>): void {
  const chunk = bundle[fileName]
  if (chunk?.type !== 'chunk' || chunk.isEntry || files.has(fileName)) return
  files.add(fileName)
  for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
  for (const imported of chunk.imports) addFilesOf(bundle, imported, files)
}

function linkTo(fileName: string): HtmlTagDescriptor {
  const kind = fileName.endsWith('.css')
    ? { rel: 'preload', as: 'style' }
    : { rel: 'modulepreload' }
  return {
    tag: 'link',
    injectTo: 'head',
    attrs: { ...kind, crossorigin: true, href: `/${fileName}` },
  }
}

/**
 * @param application the module that the entry imports once the language is known
 * @param pages path of a page → the modules behind its lazy imports
 */
export function pageFiles(
  application: string,
  pages: Readonly<Record<string, readonly string[]>>,
): Plugin {
  return {
    name: 'rollcall:page-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return html
        const everywhere = new Set<string>()
        addFilesOf(bundle, chunkOf(bundle, application).fileName, everywhere)
        const links = [...everywhere].filter((file) => !html.includes(file))
        const found = Object.entries(pages).map(([page, modules]) => {
          const files = new Set<string>()
          for (const module of modules) addFilesOf(bundle, chunkOf(bundle, module).fileName, files)
          const further = [...files].filter((file) => !html.includes(file) && !everywhere.has(file))
          return [page, further.map((file) => `/${file}`)]
        })
        const attribute = `data-page-files='${JSON.stringify(Object.fromEntries(found))}'`
        return {
          html: html.replace('<script src="/boot.js">', `<script src="/boot.js" ${attribute}>`),
          tags: links.map(linkTo),
        }
      },
    },
  }
}
