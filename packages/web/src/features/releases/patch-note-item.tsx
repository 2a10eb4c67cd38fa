import { Button } from '@mantine/core'
import type { PatchNote } from '@rollcall/contract/releases'
import { IconChevronDown, IconPencil, IconTrash } from '@tabler/icons-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { formatDay } from '#ui/format-instant.ts'
import { Markdown } from './markdown.tsx'
import classes from './patch-note-item.module.css'

interface PatchNoteItemProps {
  readonly note: PatchNote
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly isDeleting: boolean
  /** null: not for this person, nor is editing. */
  readonly onDelete: (() => void) | null
}

export function PatchNoteItem(props: PatchNoteItemProps) {
  const { note, isOpen, onToggle, isDeleting, onDelete } = props
  const id = useId()
  const titleId = `${id}title`
  const contentId = `${id}content`
  return (
    <article className={classes.note} aria-labelledby={titleId}>
      <div className={classes.head}>
        <h3 className={classes.heading}>
          <button
            id={titleId}
            type="button"
            className={classes.title}
            aria-expanded={isOpen}
            aria-controls={contentId}
            onClick={onToggle}
          >
            <IconChevronDown className={classes.chevron} size={20} aria-hidden />
            <bdi>{note.title}</bdi>
          </button>
        </h3>
        <time className={classes.date} dateTime={note.createdAt}>
          {formatDay(note.createdAt)}
        </time>
        {onDelete && (
          <div className={classes.actions}>
            <Button
              component={Link}
              to={`/admin/create-patch-notes?id=${note.id}`}
              variant="default"
              size="xs"
              leftSection={<IconPencil size={16} aria-hidden />}
              aria-describedby={titleId}
            >
              Edit
            </Button>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconTrash size={16} aria-hidden />}
              aria-describedby={titleId}
              loading={isDeleting}
              onClick={onDelete}
            >
              Delete
            </Button>
          </div>
        )}
      </div>
      <div id={contentId} className={classes.content} hidden={!isOpen}>
        {isOpen && <NoteContent text={note.content} />}
      </div>
    </article>
  )
}

function NoteContent({ text }: { readonly text: string }) {
  return text.trim() === '' ? (
    <p className={classes.blank}>This note has a title only.</p>
  ) : (
    <Markdown text={text} />
  )
}
