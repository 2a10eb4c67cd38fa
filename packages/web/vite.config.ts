import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { pageFiles } from './page-files.ts'
import { precompress } from './precompress.ts'
import { shellFirst } from './shell-first.ts'
import { themeVariables } from './theme-variables.ts'

const SERVER = 'http://127.0.0.1:3000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    themeVariables(),
    shellFirst(),
    pageFiles({
      '/': ['/auth/login-page.tsx'],
      '/login': ['/auth/login-page.tsx'],
      '/dashboard/season': ['/app/shell.tsx', '/dashboard/dashboard-pages.ts'],
      '/dashboard/channel': ['/app/shell.tsx', '/dashboard/dashboard-pages.ts'],
      '/leaderboards': ['/app/shell.tsx', '/app/leaderboards-route.tsx'],
      '/my-events': ['/app/shell.tsx', '/events/my-events-page.tsx'],
      '/new-leaderboard-config': ['/app/shell.tsx', '/scoring/leaderboard-setup-page.tsx'],
      '/my-events/create': ['/app/shell.tsx', '/events/event-editing-pages.ts'],
      '/download': ['/app/shell.tsx', '/app/download-page.tsx'],
      '/admin/upload-new-version': ['/app/shell.tsx', '/releases/upload-version-page.tsx'],
      '/admin/create-patch-notes': ['/app/shell.tsx', '/releases/patch-note-page.tsx'],
      '/admin/user-reports': ['/app/shell.tsx', '/admin/admin-pages.ts'],
      '/admin/csv-testing': ['/app/shell.tsx', '/admin/admin-pages.ts'],
      '/admin/snapshots': ['/app/shell.tsx', '/admin/admin-pages.ts'],
      '/admin/audit-log': ['/app/shell.tsx', '/admin/admin-pages.ts'],
    }),
    precompress(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    // Small pictures stay files: the Content-Security-Policy then needs no data: for them.
    assetsInlineLimit: 0,
    // The editor of patch notes is larger, and loads on its page only.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              // Changes with its versions only, so that a release of ours leaves it in people's caches.
              name: 'foundation',
              test: /node_modules[\\/](?:react|react-dom|scheduler|react-router|@tanstack[\\/](?:react-query|query-core))[\\/]/,
              priority: 1,
            },
            {
              // Each page more would else cut what pages share into ever smaller files. What only the
              // pages of events, or of releases, share is theirs alone: every page loads this one.
              name: 'shared',
              test: /node_modules[\\/]|packages[\\/]contract[\\/](?!src[\\/](?:events|scoring|releases)\.ts)|web[\\/]src[\\/](?:api|ui)[\\/]/,
              minShareCount: 3,
            },
            {
              // Icons and parts are small: one file of them is loaded sooner than several.
              name: 'parts',
              test: /node_modules[\\/]@tabler[\\/]|web[\\/]src[\\/]ui[\\/](?!chart)/,
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
