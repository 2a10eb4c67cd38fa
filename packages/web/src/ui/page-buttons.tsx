import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Button } from './button.tsx'
import { formatNumber } from './format-number.ts'
import classes from './page-buttons.module.css'

interface PageButtonsProps {
  /** Tells the lists of a page apart that has several. */
  readonly label?: string
  readonly page: number
  readonly totalPages: number
  readonly onPage: (page: number) => void
}

export function PageButtons({ label = 'Pages', page, totalPages, onPage }: PageButtonsProps) {
  return (
    <nav className={classes.pages} aria-label={label}>
      <Button
        variant="default"
        leftSection={<IconChevronLeft size={18} aria-hidden />}
        disabled={page <= 1}
        // From beyond the end straight back to the last page that has rows.
        onClick={() => onPage(Math.min(page - 1, totalPages))}
      >
        Previous
      </Button>
      <span
        className={classes.position}
      >{`Page ${formatNumber(page)} of ${formatNumber(totalPages)}`}</span>
      <Button
        variant="default"
        rightSection={<IconChevronRight size={18} aria-hidden />}
        disabled={page >= totalPages}
        onClick={() => onPage(page + 1)}
      >
        Next
      </Button>
    </nav>
  )
}
