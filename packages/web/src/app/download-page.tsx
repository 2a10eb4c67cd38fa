import { ReleasesPage } from '#features/releases/releases-page.tsx'
import { UploadKeySection } from '#features/uploads/upload-key-section.tsx'

/** The companion's program and, for the streamer, the key it uploads with. */
export function DownloadPage() {
  return <ReleasesPage setup={<UploadKeySection />} />
}
