import { type ComponentType, createContext } from 'react'

/** The search of the site, which is a feature, for parts that any page may have; null: the program has none. */
export const SearchSlot = createContext<ComponentType<{
  readonly text?: string | undefined
}> | null>(null)
