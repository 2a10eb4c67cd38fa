/** How far a file has come. */
export interface Progress {
  readonly loadedBytes: number
  /** null: not known. */
  readonly totalBytes: number | null
}
