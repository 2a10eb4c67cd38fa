import { MantineProvider } from '@mantine/core'
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { colorSchemeManager, cssVariablesResolver, theme } from '#theme'
import { followOtherTabs, leaveOnRefusal } from './leave-on-refusal.ts'
import { routes } from './routes.ts'

/** A failed call is shown at once with a retry; only the user decides whether to try again. */
function createQueryClient(onError: (error: Error) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError: (error) => onError(error) }),
    defaultOptions: {
      // `always`: being offline must show an error, not a pause that looks like loading.
      queries: { retry: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

export function startApp(): void {
  const router = createBrowserRouter(routes)
  const queryClient = createQueryClient((error) => leaveOnRefusal({ router, queryClient }, error))
  followOtherTabs({ router, queryClient })

  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')

  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        // Mantine's own style sheet of variables would show its colours until this runs.
        deduplicateCssVariables={false}
        // Our pages hide things in their own style sheets.
        withGlobalClasses={false}
        colorSchemeManager={colorSchemeManager}
        defaultColorScheme="dark"
      >
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
}
