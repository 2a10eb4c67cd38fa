import { downloadInstaller } from '@rollcall/contract/releases'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type DownloadProgress, downloadFile, noteDownload } from '#api/download-file.ts'
import { saveFile } from '#ui/save-file.ts'

/** One download at a time; leaving the page cancels it. */
export function useDownload() {
  const [progress, setProgress] = useState<DownloadProgress | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const download = useMutation({
    mutationFn: async (fileName: string) => {
      const controller = new AbortController()
      running.current = controller
      setProgress(null)
      const { signal } = controller
      const params = { fileName }
      saveFile(
        await downloadFile(downloadInstaller, { params, signal, onProgress: setProgress }),
        fileName,
      )
      noteDownload()
      return fileName
    },
  })
  return {
    download,
    progress,
    cancel: () => {
      running.current?.abort()
      download.reset()
    },
  }
}
