import { CompanionsSection } from '#features/companions/companions-section.tsx'
import { ReleasesPage } from '#features/releases/releases-page.tsx'
import { UploadKeySection } from '#features/uploads/upload-key-section.tsx'

export function DownloadPage() {
  return (
    <ReleasesPage
      setup={
        <>
          <CompanionsSection />
          <UploadKeySection />
        </>
      }
    />
  )
}
