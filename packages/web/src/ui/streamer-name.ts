interface Streamer {
  readonly username: string
  /** Absent if it is the same as the username. */
  readonly display_name?: string | undefined
}

/** What pages call a streamer. */
export function streamerName({ username, display_name }: Streamer): string {
  return display_name ?? username
}
