// Mantine's own styles of what the first load uses, in Mantine's order; a page that uses more imports
// those itself. They are a layer, which ours always win over.
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/global.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/VisuallyHidden.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Input.layer.css'
// After the one above, whose paddings it takes back.
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Skeleton.layer.css'
import '#app/fonts.css'
import '#app/variables.css'
import '#app/global.css'
import { MantineProvider } from '@mantine/core'
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { followOtherTabs, leaveOnRefusal } from '#app/leave-on-refusal.ts'
import { routes } from '#app/routes.ts'
import { takePlatformAnswer } from '#features/auth/platform-answer.ts'
import { colorSchemeManager, cssVariablesResolver, theme } from '#theme'

// First of all: the platform's token leaves the address before anything else can read or keep it.
takePlatformAnswer()

/** A failed call is shown at once with a retry; only the person decides to try again. */
function createQueryClient(onError: (error: Error) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError: (error) => onError(error) }),
    defaultOptions: {
      // `always`: offline must be an error that is shown, not a pause that looks like loading.
      queries: { retry: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

function start(): void {
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
        // Mantine's own sheet of them would show its colours until this runs.
        deduplicateCssVariables={false}
        // A page hides things in its own style sheet.
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

// Not in one go with all the libraries: in between the browser draws, and answers to what is pressed.
setTimeout(start)
