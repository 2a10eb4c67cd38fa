import { downloadOwnData } from '@rollcall/contract/account'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { sentenceOf } from '#api/api-error.ts'
import { downloadFile } from '#api/download-file.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { saveFile } from '#ui/save-file.ts'
import { texts } from './texts.ts'

const { data: words } = texts

export function DataPanel() {
  const downloading = useMutation({
    mutationFn: async () => {
      const file = await downloadFile(downloadOwnData, {
        params: undefined,
        signal: new AbortController().signal,
        onProgress: () => {},
      })
      saveFile(file, words.fileName)
    },
  })
  return (
    <Panel title={words.title}>
      <p>{words.text}</p>
      <Button
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden />}
        loading={downloading.isPending}
        onClick={() => downloading.mutate()}
      >
        {words.download}
      </Button>
      {downloading.isError && <Notice message={sentenceOf(downloading.error)} />}
    </Panel>
  )
}
