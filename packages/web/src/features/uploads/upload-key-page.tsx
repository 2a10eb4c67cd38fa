import { PageHeading } from '#ui/page-heading.tsx'

export function UploadKeyPage() {
  return <PageHeading title="Upload Key" />
}
