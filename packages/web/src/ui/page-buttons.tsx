import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { Quiet } from '#ui/layout/layout.tsx'
import { Button } from './button.tsx'
import classes from './page-buttons.module.css'
import { texts } from './texts.ts'

const { paging } = texts

interface PagedAnswer {
  readonly data: { readonly totalPages: number } | undefined
  /** `data` may be another list's. */
  readonly isPlaceholderData?: boolean
}

/**
 * How many pages a list has, as last heard: a page that fails to load changes nothing about that. While it is unknown,
 * the page in the address counts as the last.
 *
 * @param list the same for all pages of a list, and different for each list
 */
export function useTotalPages(
  { data, isPlaceholderData = false }: PagedAnswer,
  { list, page }: { readonly list: string; readonly page: number },
): number {
  const [known, setKnown] = useState({ list: '', totalPages: 0 })
  const isNews = known.list !== list || known.totalPages !== data?.totalPages
  if (data !== undefined && !isPlaceholderData && isNews) {
    setKnown({ list, totalPages: data.totalPages })
  }
  const heard = known.list === list && known.totalPages > 0 ? known.totalPages : page
  return Math.max(data?.totalPages ?? heard, 1)
}

interface PageButtonsProps {
  /** Distinguishes the lists on a page with several of them. */
  readonly label?: string
  readonly page: number
  readonly totalPages: number
  readonly onPage: (page: number) => void
}

export function PageButtons({ label = paging.pages, page, totalPages, onPage }: PageButtonsProps) {
  return (
    <nav className={classes.pages} aria-label={label}>
      <Button
        variant="default"
        leftSection={<IconChevronLeft size={18} aria-hidden />}
        disabled={page <= 1}
        // From beyond the end, straight back to the last page with rows.
        onClick={() => onPage(Math.min(page - 1, totalPages))}
      >
        {paging.previous}
      </Button>
      <Quiet as="span" className={classes.position}>
        {paging.position(page, totalPages)}
      </Quiet>
      <Button
        variant="default"
        rightSection={<IconChevronRight size={18} aria-hidden />}
        disabled={page >= totalPages}
        onClick={() => onPage(page + 1)}
      >
        {paging.next}
      </Button>
    </nav>
  )
}
