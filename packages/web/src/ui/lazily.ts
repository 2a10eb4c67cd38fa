/** Calls `make` on first use only: making an Intl formatter takes a browser a millisecond or more. */
export function lazily<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => {
    made ??= make()
    return made
  }
}
