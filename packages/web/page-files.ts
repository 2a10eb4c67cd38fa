/**
 * A Vite plugin that writes into index.html which chunks each page needs beyond the entry, so that
 * boot.js can fetch them at once instead of after the entry has run.
 */
import type { Plugin, Rolldown } from 'vite'

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

/** @param pages path of a page → the modules behind its lazy imports */
export function pageFiles(pages: Readonly<Record<string, readonly string[]>>): Plugin {
  return {
    name: 'rollcall:page-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return html
        const found = Object.entries(pages).map(([page, modules]) => {
          const files = new Set<string>()
          for (const module of modules) addFilesOf(bundle, chunkOf(bundle, module).fileName, files)
          return [page, [...files].filter((f) => !html.includes(f)).map((f) => `/${f}`)]
        })
        const attribute = `data-page-files='${JSON.stringify(Object.fromEntries(found))}'`
        return html.replace('<script src="/boot.js">', `<script src="/boot.js" ${attribute}>`)
      },
    },
  }
}
