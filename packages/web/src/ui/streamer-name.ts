interface Streamer {
  readonly username: string
  /** Where it is another name. */
  readonly display_name?: string | undefined
}

/** What a streamer is called on pages. */
export function streamerName({ username, display_name }: Streamer): string {
  return display_name ?? username
}
