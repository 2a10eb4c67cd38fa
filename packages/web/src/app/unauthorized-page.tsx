import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Link } from 'react-router'
import { DeadEnd } from './dead-end.tsx'
import { PlainFrame } from './plain-frame.tsx'

/** Where a 401 leads. Makes no call, so that it cannot lead to itself. */
export function UnauthorizedPage() {
  return (
    <PlainFrame>
      <DeadEnd
        icon={<IconLock size={52} stroke={1.4} aria-hidden />}
        title="401 - Unauthorized Access"
        text="You do not have permission to access this page."
      >
        <Button component={Link} to="/login">
          Sign in
        </Button>
      </DeadEnd>
    </PlainFrame>
  )
}
