import { useQuery } from '@tanstack/react-query'
import { CompanionsSection } from '#features/companions/companions-section.tsx'
import { companionsQuery } from '#features/companions/queries.ts'
import { ReleasesPage } from '#features/releases/releases-page.tsx'
import { UploadKeySection } from '#features/uploads/upload-key-section.tsx'

export function DownloadPage() {
  const companions = useQuery(companionsQuery)
  return (
    <ReleasesPage
      isSetupWaiting={companions.isPending}
      setup={
        <>
          <CompanionsSection />
          <UploadKeySection />
        </>
      }
    />
  )
}
