import { type Product, uploadInstaller } from '@rollcall/contract/releases'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { DownloadProgress } from '#api/download-file.ts'
import { sendForm } from '#api/send-form.ts'
import { latestVersionQuery } from './queries.ts'

/** One upload at a time; leaving the page cancels it. */
export function useUpload(onStored: () => void) {
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<DownloadProgress | null>(null)
  const [wasCancelled, setWasCancelled] = useState(false)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const upload = useMutation({
    mutationFn: ({ file, product }: { file: File; product: Product }) => {
      const controller = new AbortController()
      running.current = controller
      setProgress(null)
      const form = new FormData()
      // Before the file, because the server needs it first.
      form.set('product', product)
      form.set('file', file)
      const { signal } = controller
      return sendForm(uploadInstaller, { form, signal, onProgress: setProgress })
    },
    onSuccess: () => {
      queryClient.removeQueries(latestVersionQuery)
      onStored()
    },
  })
  const { reset } = upload
  return {
    upload: {
      ...upload,
      reset: () => {
        setWasCancelled(false)
        reset()
      },
    },
    progress,
    wasCancelled,
    cancel: () => {
      running.current?.abort()
      reset()
      setWasCancelled(true)
    },
  }
}
