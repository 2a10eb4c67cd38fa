import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { cutFonts } from './cut-fonts.ts'
import { pageFiles } from './page-files.ts'
import { precompress } from './precompress.ts'

const SERVER = 'http://127.0.0.1:3000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    cutFonts(),
    pageFiles('/app/start.tsx', {
      '/': ['/auth/login-page.tsx'],
      '/login': ['/auth/login-page.tsx'],
      '/leaderboards': ['/app/shell.tsx', '/app/leaderboards-route.tsx'],
      '/dashboard/season': ['/app/shell.tsx', '/app/season-list-route.tsx'],
      '/my-events': ['/app/shell.tsx', '/my-events/my-events-page.tsx'],
    }),
    precompress(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    modulePreload: { polyfill: false },
    // Small pictures stay files: the Content-Security-Policy then needs no data: for them.
    assetsInlineLimit: 0,
    // The editor of patch notes is larger, and loads on its page only.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              // Runs before everything that has texts, which must not be in the same chunk.
              name: 'language',
              test: /web[\\/]src[\\/]texts[\\/]language\.ts|vite[\\/]preload-helper/,
              priority: 3,
            },
            {
              // Changes with its versions only, so that a release of ours leaves it in people's caches.
              name: 'foundation',
              test: /node_modules[\\/](?:react|react-dom|scheduler|react-router|@tanstack[\\/](?:react-query|query-core))[\\/]/,
              priority: 2,
            },
            {
              // Each page more would else cut what pages share into ever smaller files. Every page loads
              // this one: what most pages use, and of the contract no more than the first load calls.
              name: 'shared',
              test: /node_modules|packages[\\/]contract[\\/]src[\\/](?:auth|endpoint)\.ts|web[\\/]src[\\/](?:api|ui)[\\/]/,
              minShareCount: 6,
              priority: 1,
            },
            {
              // Icons and parts are small: one file of them is loaded sooner than several.
              name: 'parts',
              test: /node_modules[\\/]@tabler[\\/]|contract[\\/]src[\\/]leaderboards\.ts|web[\\/]src[\\/]ui[\\/](?!chart|board[\\/](?!rank-badge|row-name|band-of-three)|points-terms)/,
              minShareCount: 2,
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
