import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { cutFonts } from './cut-fonts.ts'
import { namedWidths } from './named-widths.ts'
import { precompress } from './precompress.ts'

const SERVER = 'http://127.0.0.1:3000'

/** Parts that no page of the first load has: they load with the pages that use them. */
const LATER =
  /InlineInput|Skeleton|Textarea|get-env|Icon(?:ArrowBackUp|ArrowsM|BrandDiscord|ChartInfographic|Check|Clock|Copy|InfoCircle|Lock|MoodSad|Plus|Share|Trash|UserSearch)|web[\\/]src[\\/]api[\\/](?:download-file|store-answer)|web[\\/]src[\\/]ui[\\/](?:ago|answer|board[\\/](?!rank-badge|row-name|band-of-three)|chart|choices|copy|dialogs\.t|done-message|download|embed|facts|figures|file-input|first-few|form\.|format-(?!number)|head\.|layout[\\/]columns|leave-guard|lines|multi-select|page\.|paged-list|panel|period|planned-show|points-terms|progress|rows-with|save-file|share-(?:button|panel)|toggle|use-kept)/

/** It would bring the theme along, which the first load has. */
const CHART_COLORS = /web[\\/]src[\\/]ui[\\/]chart-colors/

const isOfLists = (id: string) =>
  (LATER.test(id) && !CHART_COLORS.test(id)) ||
  /contract[\\/]src[\\/](?:channels|events-public|games|nights|periods)\.ts/.test(id)

/** What the panels of the front page are made of; a page with boards loads both this and the rest of them. */
const OF_FRONT_PANELS =
  /Skeleton|contract[\\/]src[\\/](?:events-public|games|periods|seasons)\.ts|formats[\\/]src[\\/](?:calendar-day|durations)|scoring[\\/]src[\\/](?:explanation|games|points)\.ts|web[\\/]src[\\/]ui[\\/](?:answer-panel|format-(?:instant|list)|lines|panel\.|board[\\/](?:channel-rows|event-lines|game-(?:lines|title)|row-list\.module|texts|unique-keys))|web[\\/]src[\\/]features[\\/](?:games|leaderboards[\\/]season|events[\\/]public)[\\/](?:queries|texts)\.ts/

const isOfFirstLoad = (modules: RegExp) => (id: string) => modules.test(id) && !LATER.test(id)

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react({ jsxImportSource: '#jsx' }), namedWidths(), cutFonts(), precompress()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    license: { fileName: 'licenses.md' },
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
              name: 'start',
              tags: ['$initial'],
              priority: 3,
            },
            {
              // Changes only with the libraries' versions, so a release of ours leaves it in people's caches.
              name: 'foundation',
              test: /node_modules[\\/](?:react|react-dom|scheduler|react-router|@tanstack[\\/](?:react-query|query-core))[\\/]|web[\\/]src[\\/]jsx[\\/]/,
              priority: 2,
            },
            {
              // Otherwise each new page would split shared code into ever smaller files. Every page loads this chunk:
              // what most pages use, and only the parts of the contract that the first load calls.
              name: 'shared',
              test: isOfFirstLoad(
                /node_modules|packages[\\/]contract[\\/]src[\\/](?:auth|endpoint|pages)\.ts|web[\\/]src[\\/](?:api|ui)[\\/]/,
              ),
              minShareCount: 6,
              priority: 1,
            },
            {
              // Icons and parts are small, also those of the bar and of the rows: one file loads sooner than several.
              name: 'parts',
              test: isOfFirstLoad(
                /node_modules[\\/]@tabler[\\/]|contract[\\/]src[\\/]leaderboards\.ts|scoring[\\/]src[\\/]show-steps|web[\\/]src[\\/](?:ui|texts[\\/]sentence|app[\\/](?:public-frame|site-links)|features[\\/](?:auth[\\/]site|search[\\/](?:search-box|texts)|admin[\\/](?:report-|use-reporting)))/,
              ),
              minShareCount: 2,
            },
            {
              name: 'panels',
              test: OF_FRONT_PANELS,
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
