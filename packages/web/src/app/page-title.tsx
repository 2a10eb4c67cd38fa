import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { DEFAULT_PRODUCT_NAME, siteQuery } from '#features/auth/site.ts'

interface PageTitleProps {
  /** The product's name is put in front of it, unless it is one with a place for that. */
  readonly title: string | { readonly whole: (product: string) => string }
  /** True on a page that makes no call: it uses the product's name only if that is already known. */
  readonly isQuiet?: boolean
}

export function PageTitle({ title, isQuiet = false }: PageTitleProps) {
  const { data: site, isError } = useQuery({ ...siteQuery, enabled: !isQuiet })
  const productName = site?.productName
  useEffect(() => {
    if (productName === undefined && !isError && !isQuiet) return
    document.title =
      typeof title === 'object'
        ? title.whole(productName ?? DEFAULT_PRODUCT_NAME)
        : [productName, title].filter(Boolean).join(' - ')
  }, [title, productName, isError, isQuiet])
  return null
}
