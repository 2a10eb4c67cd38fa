import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { siteQuery } from '#features/auth/site.ts'

interface PageTitleProps {
  readonly title: string
  /** True on a page that makes no call: it uses the product's name only if that is already known. */
  readonly isQuiet?: boolean
}

export function PageTitle({ title, isQuiet = false }: PageTitleProps) {
  const { data: site, isError } = useQuery({ ...siteQuery, enabled: !isQuiet })
  const productName = site?.productName
  useEffect(() => {
    if (productName !== undefined) document.title = `${productName} - ${title}`
    else if (isError || isQuiet) document.title = title
  }, [title, productName, isError, isQuiet])
  return null
}
