/**
 * The items with a key each: streamers can have the same display name, and in lists of several channels all hidden
 * racers have the same name.
 */
export function withUniqueKeys<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
): { key: string; item: Item }[] {
  const seen = new Map<string, number>()
  return items.map((item) => {
    const name = nameOf(item)
    const before = seen.get(name) ?? 0
    seen.set(name, before + 1)
    return { key: before === 0 ? name : `${name} ${before}`, item }
  })
}
