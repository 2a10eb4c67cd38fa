/** Browsers begin to read what they save after the click; none needs longer to begin. */
const KEPT_MS = 60_000

/** Hands a file to the browser, which saves it as it saves every download. */
export function saveFile(file: Blob, fileName: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS)
}
