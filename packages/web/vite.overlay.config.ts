/** The overlays, built for the browser of OBS 28 and newer, with Preact in place of React. */
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'
import { cutFonts } from './cut-fonts.ts'
import { namedWidths } from './named-widths.ts'
import { precompress } from './precompress.ts'

/** Scripts and styles together, as sent. */
const MAX_GZIPPED_BYTES = 80_000

export default defineConfig({
  root: import.meta.dirname,
  plugins: [namedWidths(), cutFonts(), sizeLimit(), precompress()],
  resolve: {
    alias: {
      'react-dom/client': 'preact/compat/client',
      'react/jsx-runtime': 'preact/jsx-runtime',
      react: 'preact/compat',
    },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    target: 'chrome103',
    assetsDir: 'assets/overlay',
    license: { fileName: 'licenses-overlay.md' },
    assetsInlineLimit: 0,
    rolldownOptions: { input: fileURLToPath(new URL('overlay.html', import.meta.url)) },
  },
})

function sizeLimit(): Plugin {
  return {
    name: 'rollcall:overlay-size',
    generateBundle(_, bundle) {
      const sizeBytes = Object.values(bundle)
        .filter(({ fileName }) => /\.(?:js|css)$/.test(fileName))
        .map((file) => gzipSync(file.type === 'chunk' ? file.code : file.source).length)
        .reduce((sum, size) => sum + size, 0)
      if (sizeBytes > MAX_GZIPPED_BYTES) {
        this.error(`the overlays have ${sizeBytes} bytes gzipped, more than ${MAX_GZIPPED_BYTES}`)
      }
      this.info(`the overlays have ${sizeBytes} bytes gzipped`)
    },
  }
}
