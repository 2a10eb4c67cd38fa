/** What `make` gives, made when it is first asked for: a browser takes a millisecond and more for a formatter. */
export function lazily<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => {
    made ??= make()
    return made
  }
}
