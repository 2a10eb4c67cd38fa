import { CopyField } from '#ui/copy-field.tsx'
import { Panel } from '#ui/panel.tsx'
import classes from './upload-key-section.module.css'

interface NewKeyProps {
  readonly uploadKey: string
  readonly companionAddress: string
}

/** The whole key, once: it is kept nowhere, so leaving the page loses it. */
export function NewKey({ uploadKey, companionAddress }: NewKeyProps) {
  return (
    <div role="status">
      <Panel title="Your new upload key">
        <p className={classes.once}>
          Copy it now: it is shown only this once. Never show it on stream.
        </p>
        <div className={classes.fields}>
          <CopyField label="Companion address" value={companionAddress} />
          <CopyField label="Upload key" value={uploadKey} />
        </div>
      </Panel>
    </div>
  )
}
