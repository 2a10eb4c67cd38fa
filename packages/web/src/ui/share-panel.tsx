import { IconDownload } from '@tabler/icons-react'
import { Stack } from '#ui/layout/layout.tsx'
import { ButtonLink } from './button.tsx'
import { CopyField } from './copy-field.tsx'
import { type Embedded, EmbedField } from './embed-field.tsx'
import { Panel } from './panel.tsx'
import classes from './share-panel.module.css'
import { texts } from './texts.ts'

interface SharePanelProps {
  readonly title: string
  /** The page's path. */
  readonly page: string
  /** The path of its picture, 1200 by 630. */
  readonly picture: string
  /** What the picture shows. */
  readonly alt: string
  readonly fileName: string
  /** Absent: there is no board to embed. */
  readonly embed?: Embedded
}

/** The picture and the address with which people share a page. */
export function SharePanel(props: SharePanelProps) {
  const { title, page, picture, alt, fileName, embed } = props
  return (
    <Panel title={title}>
      <Stack align="start" className={classes.sharing}>
        <img
          className={classes.picture}
          src={picture}
          alt={alt}
          width={1200}
          height={630}
          loading="lazy"
        />
        <CopyField label={texts.sharing.link} value={location.origin + page} />
        {embed && <EmbedField {...embed} />}
        <ButtonLink
          reloadDocument
          to={picture}
          download={fileName}
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
        >
          {texts.sharing.save}
        </ButtonLink>
      </Stack>
    </Panel>
  )
}
