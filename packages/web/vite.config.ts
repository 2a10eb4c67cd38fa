import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { cutFonts } from './cut-fonts.ts'
import { precompress } from './precompress.ts'

const SERVER = 'http://127.0.0.1:3000'

/** Parts that no page of the first load has: they load with the pages that use them. */
const LATER =
  /InlineInput|Skeleton|web[\\/]src[\\/]ui[\\/](?:answer|board[\\/](?!rank-badge|row-name|band-of-three)|chart|choices|copy|done-message|download|embed|figures|form\.|format-(?!number)|leave-guard|lines|multi-select|page\.|paged-list|panel|points-terms|progress|rows-with|save-file|share-panel|toggle)/

const isOfLists = (id: string) =>
  LATER.test(id) || /contract[\\/]src[\\/](?:channels|events-public|games)\.ts/.test(id)

const isOfFirstLoad = (modules: RegExp) => (id: string) => modules.test(id) && !LATER.test(id)

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), cutFonts(), precompress()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    modulePreload: { polyfill: false },
    // Small pictures stay files, so that the Content-Security-Policy need not allow data: URLs.
    assetsInlineLimit: 0,
    // The patch-note editor is larger, but loads only on its own page.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              // Runs before every module with texts; those must not be in the same chunk.
              name: 'language',
              test: /web[\\/]src[\\/]texts[\\/]language\.ts|vite[\\/]preload-helper/,
              priority: 3,
            },
            {
              // Changes only with the libraries' versions, so a release of ours leaves it in people's caches.
              name: 'foundation',
              test: /node_modules[\\/](?:react|react-dom|scheduler|react-router|@tanstack[\\/](?:react-query|query-core))[\\/]/,
              priority: 2,
            },
            {
              // Otherwise each new page would split shared code into ever smaller files. Every page loads this chunk:
              // what most pages use, and only the parts of the contract that the first load calls.
              name: 'shared',
              test: isOfFirstLoad(
                /node_modules|packages[\\/]contract[\\/]src[\\/](?:auth|endpoint)\.ts|web[\\/]src[\\/](?:api|ui)[\\/]/,
              ),
              minShareCount: 6,
              priority: 1,
            },
            {
              // Icons and parts are small, also those of the bar and of the rows: one file loads sooner than several.
              name: 'parts',
              test: isOfFirstLoad(
                /node_modules[\\/]@tabler[\\/]|contract[\\/]src[\\/]leaderboards\.ts|web[\\/]src[\\/](?:ui|texts[\\/]sentence|app[\\/](?:public-frame|site-links)|features[\\/](?:auth[\\/]site|search[\\/](?:search-box|texts)|admin[\\/](?:report-|use-reporting)))/,
              ),
              minShareCount: 2,
            },
            {
              // What pages with lists and boards have in common. A phone feels each further file.
              name: 'lists',
              test: isOfLists,
              minShareCount: 4,
            },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': SERVER,
      '/k/': SERVER,
      '/practice-platform/': SERVER,
      '/download/': SERVER,
    },
  },
})
