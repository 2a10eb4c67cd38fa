/** The numbers of all advisory locks, in one place so that no two are the same. */
export const ADVISORY_LOCKS = {
  /** Held while the indexes by trigrams, or their extension, are made. */
  trigrams: 3_201_701,
  /** Makes sign-ins run one after another on all servers of a database. */
  signIns: 7_351,
  /** If two processes wrote the badges of one racer, each could miss what the other has read. */
  badges: 7_352,
  /** Contents of installers are kept one after another, because two may be equal. */
  installers: 7_353,
  /** Uploads share it and a deletion of an account has it alone, so that none of its names comes in meanwhile. */
  names: 7_354,
  /** The one process that deletes an account has it. */
  deletions: 7_355,
} as const
