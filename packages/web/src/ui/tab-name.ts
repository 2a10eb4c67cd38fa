import { createContext, useContext, useEffect } from 'react'

/** Takes the name that the tab's title should show in place of the address's spelling of it. */
export const TabName = createContext<(name: string | null) => void>(() => undefined)

/** Has the tab's title use a name as its owner writes it; undefined: not known yet. */
export function useTabName(name: string | undefined): void {
  const show = useContext(TabName)
  useEffect(() => {
    if (name === undefined) return
    show(name)
    return () => show(null)
  }, [name, show])
}
