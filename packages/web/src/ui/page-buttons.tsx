import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Button } from './button.tsx'
import classes from './page-buttons.module.css'
import { texts } from './texts.ts'

const { paging } = texts

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
      <span className={classes.position}>{paging.position(page, totalPages)}</span>
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
