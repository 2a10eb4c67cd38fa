import { createContext, useContext, useEffect } from 'react'

/** A setter for the name in the tab's title, which replaces the spelling from the address. */
export const TabName = createContext<(name: string | null) => void>(() => undefined)

/** Makes the tab's title use a name as its owner writes it; undefined: not known yet. */
export function useTabName(name: string | undefined): void {
  const show = useContext(TabName)
  useEffect(() => {
    if (name === undefined) return
    show(name)
    return () => show(null)
  }, [name, show])
}
