import { Button } from '#ui/button.tsx'
import { Row } from '#ui/layout/layout.tsx'
import { Modal } from '#ui/modal.tsx'
import classes from './key-list.module.css'
import { texts } from './keys-texts.ts'

interface KeyListProps {
  readonly of: 'stage' | 'control'
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** What the keys of a page do. */
export function KeyList({ of, isOpen, onClose }: KeyListProps) {
  return (
    <Modal isOpen={isOpen} title={texts.title} onClose={onClose}>
      <dl className={classes.keys}>
        {Object.values(texts[of]).map(({ keys, does }) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Row justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {texts.close}
        </Button>
      </Row>
    </Modal>
  )
}
