import { PageHeading } from '#ui/page-heading.tsx'
import { Panel } from '#ui/panel.tsx'
import classes from './upload-version.module.css'
import { UploadVersionForm } from './upload-version-form.tsx'

export function UploadVersionPage() {
  return (
    <>
      <PageHeading title="Upload New Version">
        What you upload is the latest version at once: everybody is offered it on the download page.
      </PageHeading>
      <Panel title="Installer">
        <UploadVersionForm />
      </Panel>
      <Panel title="Rules">
        <ul className={classes.rules}>
          <li>
            A Windows program: the name ends in <code>.exe</code>, and the file is one inside too.
          </li>
          <li>At most 500 MB, unless the server is set up with another limit.</li>
          <li>
            A name is used once: an installer that was uploaded stays as it is for good, so give
            each version a name of its own.
          </li>
          <li>
            Put the version number into the name, as in <code>Companion-Setup-2.4.0.exe</code>: it
            becomes the version that companions are told of. Without a number that stays as it is.
          </li>
        </ul>
      </Panel>
    </>
  )
}
