import type { LatestVersion } from '@rollcall/contract/releases'
import { CopyField } from '#ui/copy-field.tsx'
import { formatBytes } from '#ui/format-bytes.ts'
import { formatDay, formatInstant } from '#ui/format-instant.ts'
import classes from './installer-panel.module.css'

/** What can be known of an installer before it is run. */
export function InstallerFacts({ installer }: { readonly installer: LatestVersion }) {
  const { version, sizeBytes, sha256, uploadedAt } = installer
  return (
    <>
      <dl className={classes.facts}>
        {version !== null && (
          <div>
            <dt>Version</dt>
            <dd>{version}</dd>
          </div>
        )}
        <div>
          <dt>Size</dt>
          <dd>{formatBytes(sizeBytes)}</dd>
        </div>
        <div>
          <dt>Date</dt>
          <dd>
            <time dateTime={uploadedAt} title={formatInstant(uploadedAt)}>
              {formatDay(uploadedAt)}
            </time>
          </dd>
        </div>
      </dl>
      <CopyField label="SHA-256" value={sha256} />
    </>
  )
}
